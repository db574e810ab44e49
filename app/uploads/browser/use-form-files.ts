import { useFetcher } from '@remix-run/react';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { draftFieldName, intentFieldName, removedFieldName, removeIntent } from '#app/forms/field-names.ts';
import { isDisc } from '../disc.ts';
import { newDraftToken } from '../drafts/draft-token.ts';
import type { FilesOnServer, RejectedFile, ServerFile } from '../file-status.ts';
import type { FileLimits } from '../limits.ts';
import { resetUploads, setUploads } from './form-uploads.ts';
import { isReadable } from './is-readable.ts';
import { canAssignFiles } from './upload-support.ts';
import { useFileSelection } from './use-file-selection.ts';
import { useUploads } from './use-uploads.ts';

/** A file that this browser has uploaded since the page was loaded. */
interface UploadedFile {
  file: File;
  stored: ServerFile;
  /** Token of its draft. */
  token: string;
}

/**
 * Manages all files of a form: the files on the server, and the files chosen in this browser, which are uploaded
 * immediately. A chosen file stays in its input until it is uploaded, so that the form submits it if the upload fails. A
 * disc is too large for the form: it is never in the input, and the form waits for it.
 */
export function useFormFiles(
  input: RefObject<HTMLInputElement>,
  camera: RefObject<HTMLInputElement>,
  filesOnServer: FilesOnServer,
  limits: FileLimits,
) {
  const [uploaded, setUploaded] = useState<readonly UploadedFile[]>([]);
  /** Files rejected after they were chosen: by the server, or because they can no longer be read. */
  const [rejectedLater, setRejectedLater] = useState<readonly RejectedFile[]>([]);
  const [dismissed, setDismissed] = useState<readonly RejectedFile[]>([]);
  const { tokenForUpload, startedToken } = useDraftToken(filesOnServer);
  // Submit the token of a new draft only once it has a file: the server would report an empty draft as expired.
  const token = filesOnServer.token ?? uploaded[uploaded.length - 1]?.token;

  const uploadedToDraft = uploaded.filter(
    (file) => file.token === token && !filesOnServer.files.some(({ id }) => id === file.stored.id),
  );
  const removal = useRemovals(token);
  const isNotRemoved = ({ id }: ServerFile) => !removal.removedIds.includes(id);
  const stored = [...filesOnServer.files, ...uploadedToDraft.map((file) => file.stored)].filter(isNotRemoved);
  const remainingUploads = uploadedToDraft.filter((file) => isNotRemoved(file.stored)).map(({ file }) => file);

  const selection = useFileSelection(
    input,
    camera,
    filesOnServer,
    { files: stored, uploaded: remainingUploads },
    limits,
  );
  const { chosen, restore, remove } = selection;
  const reject = useCallback(
    (file: File, rejected: RejectedFile) =>
      flushSync(() => {
        setRejectedLater((files) => [...files, { ...rejected, type: file.type }]);
        remove([file]);
      }),
    [remove],
  );
  const uploads = useUploads(chosen, {
    isSupported: canAssignFiles,
    limits,
    tokenForUpload,
    // Update synchronously: upload progress is read from a ref, and a click between the two updates would find neither
    // pending uploads nor their results.
    onStored: (file, storedFile, uploadToken) =>
      flushSync(() => setUploaded((files) => [...files, { file, stored: storedFile, token: uploadToken }])),
    onRejected: reject,
  });
  const inForm = useRef<readonly File[]>([]);
  inForm.current = chosen.filter((file) => !isDisc(file, limits));
  const rejectUnreadable = useCallback(async () => {
    // All at once, so that files whose reading hangs delay the form only once.
    await Promise.all(
      inForm.current.map(async (file) => {
        if (!(await isReadable(file))) reject(file, { name: file.name, error: 'file_unreadable' });
      }),
    );
  }, [reject]);

  // Remove a file from its input once the form has the token of the draft that holds it.
  useEffect(() => {
    const uploadedFiles = chosen.filter((file) => uploaded.some((other) => other.file === file));
    if (uploadedFiles.length > 0) remove(uploadedFiles);
  }, [chosen, uploaded, remove]);

  // If the form no longer uses the draft of an uploaded file, upload the file again.
  const lastResponse = useRef(filesOnServer);
  const { removedIds } = removal;
  useEffect(() => {
    if (lastResponse.current === filesOnServer) return;
    lastResponse.current = filesOnServer;
    if (!filesOnServer.isFromResumedDraft) setRejectedLater([]);
    if (!filesOnServer.token && !filesOnServer.isExpired) return;
    const stale = uploaded.filter((file) => file.token !== filesOnServer.token);
    if (stale.length === 0) return;
    setUploaded((files) => files.filter((file) => !stale.includes(file)));
    restore(stale.filter(({ stored: { id } }) => !removedIds.includes(id)).map(({ file }) => file));
  }, [filesOnServer, uploaded, removedIds, restore]);

  const rejected = useMemo(() => rejectedLater.filter((file) => !dismissed.includes(file)), [rejectedLater, dismissed]);
  // A string, so that the memoised list below changes only with its content.
  const failedDiscs = chosen
    .filter((file) => isDisc(file, limits) && uploads.statusOf(file).phase === 'failed')
    .map(({ name }) => name)
    .join('/');
  const notSent = useMemo(() => {
    const names = failedDiscs.split('/').filter(Boolean);
    return [...rejected, ...names.map((name): RejectedFile => ({ name, error: 'disc_in_form' }))];
  }, [rejected, failedDiscs]);
  const inProgress = chosen.filter((file) => {
    const { phase } = uploads.statusOf(file);
    // Without a connection, the form submits a file itself, but not a disc.
    return phase === 'waiting' || phase === 'uploading' || (phase === 'offline' && isDisc(file, limits));
  });
  const hasDisc = inProgress.some((file) => isDisc(file, limits));
  useWarningBeforeLeaving(hasDisc);
  const totalBytes = inProgress.reduce((sum, { size }) => sum + size, 0);
  const percent = Math.floor(
    inProgress.reduce((sum, file) => sum + file.size * uploads.statusOf(file).percent, 0) / Math.max(1, totalBytes),
  );
  const formId = useFormId(input);
  useEffect(() => {
    if (!formId) return;
    const uploadingCount = inProgress.length + selection.readingCount;
    setUploads(formId, {
      ...{ token: startedToken ?? token, storedCount: stored.length, uploadingCount, percent, hasDisc },
      inFormCount: inForm.current.length,
      rejectUnreadable,
      rejected: notSent,
    });
  });

  return {
    token,
    stored,
    removedIds,
    removeStored: removal.removeStored,
    chosen: chosen.filter((file) => !uploaded.some((other) => other.file === file)),
    statusOf: uploads.statusOf,
    retry: uploads.retry,
    add: selection.add,
    removeChosen: (file: File) => remove([file]),
    hasTooManyFiles: selection.hasTooManyFiles,
    /** Files rejected in the last selection, or later. */
    rejected: [...selection.rejected, ...rejected],
    /** All rejected files that have not been dismissed. */
    errors: [...filesOnServer.errors, ...selection.rejected, ...rejectedLater].filter(
      (file) => !dismissed.includes(file),
    ),
    dismiss: (file: RejectedFile) => setDismissed((files) => [...files, file]),
    percent: inProgress.length > 0 ? percent : undefined,
    /** Whether a listed file was made from a picture in another format. */
    hasConverted:
      limits.types === 'letter' &&
      uploadedToDraft.some(
        ({ file, stored }) => isNotRemoved(stored) && file.type !== 'image/jpeg' && stored.name.endsWith('.jpg'),
      ),
  };
}

/** Makes the browser ask for confirmation before it leaves the page, which would abort the upload of a disc. */
function useWarningBeforeLeaving(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      // oxlint-disable-next-line typescript/no-deprecated -- Chromium before 119 prompts only if this is set
      event.returnValue = true;
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isNeeded]);
}

/**
 * Returns a getter for the token of the draft that uploads belong to: the form's own, or a new one generated in this
 * browser. Also returns the latter, if it has been generated.
 */
function useDraftToken(filesOnServer: FilesOnServer) {
  const generatedToken = useRef<string>();
  const lastResponse = useRef(filesOnServer);
  if (lastResponse.current !== filesOnServer) {
    lastResponse.current = filesOnServer;
    if (filesOnServer.token || filesOnServer.isExpired) generatedToken.current = undefined;
  }
  return {
    tokenForUpload: () => lastResponse.current.token ?? (generatedToken.current ??= newDraftToken()),
    startedToken: generatedToken.current,
  };
}

/**
 * Tracks the files removed in this browser. Each removal is submitted immediately in the background. The file's id is
 * also submitted with the form, so that a lost request cannot bring the file back. Each request includes all ids,
 * because a second removal aborts the request of the first; the server ignores unknown ids.
 */
function useRemovals(token: string | undefined) {
  const fetcher = useFetcher();
  const [removedIds, setRemovedIds] = useState<readonly string[]>([]);
  return {
    removedIds,
    removeStored: ({ id }: ServerFile) => {
      const ids = [...removedIds, id];
      setRemovedIds(ids);
      const removal = new FormData();
      removal.append(draftFieldName, token ?? '');
      removal.append(intentFieldName, removeIntent + id);
      for (const removedId of ids) removal.append(removedFieldName, removedId);
      fetcher.submit(removal, { method: 'post', encType: 'multipart/form-data' });
    },
  };
}

/** Returns the id of the input's form; undefined until mounted. */
function useFormId(input: RefObject<HTMLInputElement>): string | undefined {
  const [formId, setFormId] = useState<string>();
  const readFormId = useCallback(() => setFormId(input.current?.form?.id), [input]);
  useEffect(readFormId, [readFormId]);
  useEffect(() => (formId ? () => resetUploads(formId) : undefined), [formId]);
  return formId;
}
