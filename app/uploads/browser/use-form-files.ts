import { useFetcher } from '@remix-run/react';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { draftFieldName, intentFieldName, removedFieldName, removeIntent } from '#app/forms/field-names.ts';
import { newDraftToken } from '../drafts/draft-token.ts';
import type { FilesOnServer, RefusedFile, ServerFile } from '../file-status.ts';
import type { FileLimits } from '../limits.ts';
import { resetUploads, setUploads } from './form-uploads.ts';
import { canHoldFiles, useFileSelection } from './use-file-selection.ts';
import { useUploads } from './use-uploads.ts';

/** A file that this browser has uploaded since the page was loaded. */
interface UploadedFile {
  file: File;
  stored: ServerFile;
  /** Token of its draft. */
  token: string;
}

/**
 * All files of a form: those on the server, and those chosen in this browser, which are uploaded immediately. A chosen
 * file stays in its input until it has arrived, so that the form submits it if the upload fails.
 */
export function useFormFiles(
  input: RefObject<HTMLInputElement>,
  camera: RefObject<HTMLInputElement>,
  onServer: FilesOnServer,
  limits: FileLimits,
) {
  const [uploaded, setUploaded] = useState<readonly UploadedFile[]>([]);
  const [refusedByServer, setRefusedByServer] = useState<readonly RefusedFile[]>([]);
  const [dismissed, setDismissed] = useState<readonly RefusedFile[]>([]);
  const { tokenForUpload, startedToken } = useDraftToken(onServer);
  // Name a draft only once it has a file: the server would report it as expired.
  const token = onServer.token ?? uploaded[uploaded.length - 1]?.token;

  const inDraft = uploaded.filter(
    (file) => file.token === token && !onServer.files.some(({ id }) => id === file.stored.id),
  );
  const removal = useRemoval(token);
  const isNotRemoved = ({ id }: ServerFile) => !removal.removedIds.includes(id);
  const stored = [...onServer.files, ...inDraft.map((file) => file.stored)].filter(isNotRemoved);
  const remainingUploads = inDraft.filter((file) => isNotRemoved(file.stored)).map(({ file }) => file);

  const selection = useFileSelection(
    input,
    camera,
    onServer,
    { count: stored.length, uploaded: remainingUploads },
    limits,
  );
  const { chosen, restore, remove } = selection;
  const uploads = useUploads(chosen, {
    isSupported: canHoldFiles,
    fileTypes: limits.types,
    tokenForUpload,
    // Synchronously: upload progress is read from a ref, and a click between the two updates would see a form with
    // neither pending uploads nor their results.
    onStored: (file, storedFile, uploadToken) =>
      flushSync(() => setUploaded((files) => [...files, { file, stored: storedFile, token: uploadToken }])),
    onRefused: (file, refused) =>
      flushSync(() => {
        setRefusedByServer((files) => [...files, refused]);
        remove([file]);
      }),
  });

  // Remove a file from its input once the page names the draft that holds it.
  useEffect(() => {
    const arrived = chosen.filter((file) => uploaded.some((other) => other.file === file));
    if (arrived.length > 0) remove(arrived);
  }, [chosen, uploaded, remove]);

  // Upload files again whose draft the form no longer uses.
  const lastResponse = useRef(onServer);
  const { removedIds } = removal;
  useEffect(() => {
    if (lastResponse.current === onServer) return;
    lastResponse.current = onServer;
    if (!onServer.isContinued) setRefusedByServer([]);
    if (!onServer.token && !onServer.isExpired) return;
    const stale = uploaded.filter((file) => file.token !== onServer.token);
    if (stale.length === 0) return;
    setUploaded((files) => files.filter((file) => !stale.includes(file)));
    restore(stale.filter(({ stored: { id } }) => !removedIds.includes(id)).map(({ file }) => file));
  }, [onServer, uploaded, removedIds, restore]);

  const isShown = (file: RefusedFile) => !dismissed.includes(file);
  const refused = useMemo(
    () => refusedByServer.filter((file) => !dismissed.includes(file)),
    [refusedByServer, dismissed],
  );
  const inProgress = chosen.filter((file) => ['waiting', 'uploading'].includes(uploads.statusOf(file).phase));
  const total = inProgress.reduce((sum, { size }) => sum + size, 0);
  const percent = Math.floor(
    inProgress.reduce((sum, file) => sum + file.size * uploads.statusOf(file).percent, 0) / Math.max(1, total),
  );
  const formId = useFormId(input);
  useEffect(() => {
    if (!formId) return;
    const uploadingCount = inProgress.length;
    setUploads(formId, { token: startedToken ?? token, storedCount: stored.length, uploadingCount, percent, refused });
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
    isOverCount: selection.hasTooManyFiles,
    /** Files refused by the browser or the server since the page was loaded. */
    refused: [...selection.refused, ...refused],
    /** All refused files that have not been dismissed. */
    errors: [...onServer.errors, ...selection.refused, ...refusedByServer].filter(isShown),
    dismiss: (file: RefusedFile) => setDismissed((files) => [...files, file]),
    percent: inProgress.length > 0 ? percent : undefined,
  };
}

/** The draft for uploads: the form's own, or a new one with a token made by this browser. */
function useDraftToken(onServer: FilesOnServer) {
  const ownToken = useRef<string>();
  const lastResponse = useRef(onServer);
  if (lastResponse.current !== onServer) {
    lastResponse.current = onServer;
    if (onServer.token || onServer.isExpired) ownToken.current = undefined;
  }
  return {
    tokenForUpload: () => lastResponse.current.token ?? (ownToken.current ??= newDraftToken()),
    startedToken: ownToken.current,
  };
}

/**
 * Files removed in this browser. A removal is posted immediately in the background; its id is also submitted with the
 * form, so that a lost post cannot bring the file back. Each post includes all ids, because a second removal aborts the
 * first one's post; the server ignores unknown ids.
 */
function useRemoval(token: string | undefined) {
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

/** The id of the input's form; undefined until mounted. */
function useFormId(input: RefObject<HTMLInputElement>): string | undefined {
  const [formId, setFormId] = useState<string>();
  const find = useCallback(() => setFormId(input.current?.form?.id), [input]);
  useEffect(find, [find]);
  useEffect(() => (formId ? () => resetUploads(formId) : undefined), [formId]);
  return formId;
}
