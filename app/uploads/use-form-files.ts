import { useFetcher } from '@remix-run/react';
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { newDraftToken } from './draft-token.ts';
import { draftFieldName, intentFieldName, removedFieldName, removeIntent } from './field-names.ts';
import type { FilesOnServer, KeptFile, RefusedFile } from './file-status.ts';
import { forgetUploads, reportUploads } from './form-uploads.ts';
import type { FileLimits } from './limits.ts';
import { canHoldFiles, useFileSelection } from './use-file-selection.ts';
import { useUploads } from './use-uploads.ts';

/** A file that this browser has sent up since the page was loaded. */
interface SentFile {
  file: File;
  kept: KeptFile;
  /** The draft it waits in. */
  token: string;
}

/**
 * All files of a form: those on the server and those chosen in this browser, which go up at once. A chosen file
 * stays in its input until it has arrived, so that the form sends it if all else fails.
 */
export function useFormFiles(
  input: RefObject<HTMLInputElement>,
  camera: RefObject<HTMLInputElement>,
  onServer: FilesOnServer,
  limits: FileLimits,
) {
  const [sent, setSent] = useState<readonly SentFile[]>([]);
  const [refusedByServer, setRefusedByServer] = useState<readonly RefusedFile[]>([]);
  const [dismissed, setDismissed] = useState<readonly RefusedFile[]>([]);
  const { tokenForUpload, begunToken } = useDraftToken(onServer);
  // No draft is named before it has a file: the server would call it expired.
  const token = onServer.token ?? sent[sent.length - 1]?.token;

  const inDraft = sent.filter((file) => file.token === token && !onServer.files.some(({ id }) => id === file.kept.id));
  const removal = useRemoval(token);
  const isThere = ({ id }: KeptFile) => !removal.removedIds.includes(id);
  const kept = [...onServer.files, ...inDraft.map((file) => file.kept)].filter(isThere);
  const stillSent = inDraft.filter((file) => isThere(file.kept)).map(({ file }) => file);

  const selection = useFileSelection(input, camera, onServer, { count: kept.length, sent: stillSent }, limits);
  const { chosen, putBack, remove } = selection;
  const uploads = useUploads(chosen, {
    isSupported: canHoldFiles,
    rules: limits.types,
    tokenForUpload,
    // At once: which files are under way is read from a ref, and a click that is rendered between the two would see a
    // form that waits for nothing and has nothing to tell.
    onKept: (file, keptFile, its) =>
      flushSync(() => setSent((files) => [...files, { file, kept: keptFile, token: its }])),
    onRefused: (file, refused) =>
      flushSync(() => {
        setRefusedByServer((files) => [...files, refused]);
        remove([file]);
      }),
  });

  // A file leaves its input once the page names the draft that has it.
  useEffect(() => {
    const arrived = chosen.filter((file) => sent.some((other) => other.file === file));
    if (arrived.length > 0) remove(arrived);
  }, [chosen, sent, remove]);

  // What waits in a draft that the form no longer has goes up once more.
  const seen = useRef(onServer);
  const { removedIds } = removal;
  useEffect(() => {
    if (seen.current === onServer) return;
    seen.current = onServer;
    if (!onServer.isContinued) setRefusedByServer([]);
    if (!onServer.token && !onServer.isExpired) return;
    const strays = sent.filter((file) => file.token !== onServer.token);
    if (strays.length === 0) return;
    setSent((files) => files.filter((file) => !strays.includes(file)));
    putBack(strays.filter(({ kept: { id } }) => !removedIds.includes(id)).map(({ file }) => file));
  }, [onServer, sent, removedIds, putBack]);

  const isShown = (file: RefusedFile) => !dismissed.includes(file);
  const refused = useMemo(
    () => refusedByServer.filter((file) => !dismissed.includes(file)),
    [refusedByServer, dismissed],
  );
  const onTheirWay = chosen.filter((file) => ['waiting', 'going'].includes(uploads.statusOf(file).phase));
  const total = onTheirWay.reduce((sum, { size }) => sum + size, 0);
  const percent = Math.floor(
    onTheirWay.reduce((sum, file) => sum + file.size * uploads.statusOf(file).percent, 0) / Math.max(1, total),
  );
  const formId = useFormId(input);
  useEffect(() => {
    if (!formId) return;
    const underWay = onTheirWay.length;
    reportUploads(formId, { token: begunToken ?? token, keptCount: kept.length, underWay, percent, refused });
  });

  return {
    token,
    kept,
    removedIds,
    removeKept: removal.removeKept,
    chosen: chosen.filter((file) => !sent.some((other) => other.file === file)),
    statusOf: uploads.statusOf,
    retry: uploads.retry,
    add: selection.add,
    removeChosen: (file: File) => remove([file]),
    isOverCount: selection.isOverCount,
    /** Refused in this browser or by the server since the page was loaded. */
    refused: [...selection.refused, ...refused],
    /** Every refused file that is still shown. */
    errors: [...onServer.errors, ...selection.refused, ...refusedByServer].filter(isShown),
    dismiss: (file: RefusedFile) => setDismissed((files) => [...files, file]),
    percent: onTheirWay.length > 0 ? percent : undefined,
  };
}

/** The draft that files go up into: the form's own, or one of which this browser makes the token. */
function useDraftToken(onServer: FilesOnServer) {
  const made = useRef<string>();
  const seen = useRef(onServer);
  if (seen.current !== onServer) {
    seen.current = onServer;
    if (onServer.token || onServer.isExpired) made.current = undefined;
  }
  return {
    tokenForUpload: () => seen.current.token ?? (made.current ??= newDraftToken()),
    begunToken: made.current,
  };
}

/**
 * Files taken out in this browser. A removal is posted at once, beside the page; its id also goes along with the
 * form, so that a post that got lost cannot bring the file back. A second removal breaks the first one's post off, so
 * that each takes all ids along; the server does not mind ids that are gone.
 */
function useRemoval(token: string | undefined) {
  const fetcher = useFetcher();
  const [removedIds, setRemovedIds] = useState<readonly string[]>([]);
  return {
    removedIds,
    removeKept: ({ id }: KeptFile) => {
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

/** Known once the page is there. */
function useFormId(input: RefObject<HTMLInputElement>): string | undefined {
  const [formId, setFormId] = useState<string>();
  const find = useCallback(() => setFormId(input.current?.form?.id), [input]);
  useEffect(find, [find]);
  useEffect(() => (formId ? () => forgetUploads(formId) : undefined), [formId]);
  return formId;
}
