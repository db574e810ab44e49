import { useFetcher } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { continueIntent, discardIntent, draftFieldName, intentFieldName } from '#app/uploads/field-names.ts';
import type { FilesOnServer } from '#app/uploads/file-status.ts';
import { useFormUploads } from '#app/uploads/form-uploads.ts';
import { formEvents, formSent, type FormAnswer } from './form-answer.ts';
import { isUntouched, putBackFormValues, readFormValues } from './form-values.ts';
import { readKeptDraft, writeKeptDraft, type KeptDraft } from './kept-draft.ts';

/** How long after the last change a form is kept, in milliseconds. */
const afterChange = 500;

const storage = () => localStorage;

/** A form that was begun earlier, and what can be done about it. */
export interface DraftOffer {
  begunAt: number;
  fileCount: number;
  isFetching: boolean;
  /** The text is back, the files could not be fetched. */
  hasFailed: boolean;
  resume: () => void;
  discard: () => void;
}

/**
 * Keeps what was entered into a form in this browser until the form is sent, and offers it when the page is opened
 * again. Nothing is put in without being asked: telephones are shared.
 *
 * @param action where the form posts to
 * @param isSending whether this form is the one that is being sent
 * @param isFilledIn the page came with values, such as those of a failed post: then there is nothing to offer
 */
export function useKeptDraft(
  formId: string,
  action: string,
  isSending: RefObject<boolean>,
  isFilledIn: boolean,
): { offer: DraftOffer | undefined; continued: FilesOnServer | undefined } {
  const [found, setFound] = useState<KeptDraft>();
  const resumed = useRef<KeptDraft>();
  const uploads = useFormUploads(formId);
  const fetching = useFetcher<FormAnswer>();
  const discarding = useFetcher();

  const latest = useRef({ uploads, begunAt: 0, hasChanged: false, isSent: false });
  latest.current.uploads = uploads;

  const keep = useCallback(() => {
    const { current } = latest;
    const form = document.getElementById(formId);
    if (!current.hasChanged || current.isSent || !(form instanceof HTMLFormElement)) return;
    current.hasChanged = false;
    const { token = resumed.current?.token, keptCount } = current.uploads;
    if (isUntouched(form) && !isFilledIn && !token) {
      writeKeptDraft(formId, undefined, storage);
      return;
    }
    current.begunAt ||= resumed.current?.begunAt ?? Date.now();
    const fileCount = current.uploads.token ? keptCount : (resumed.current?.fileCount ?? 0);
    writeKeptDraft(
      formId,
      { begunAt: current.begunAt, values: readFormValues(form), ...(token && { token }), fileCount },
      storage,
    );
  }, [formId, isFilledIn]);

  const offersAtFirst = useRef(!isFilledIn);
  useEffect(() => {
    if (offersAtFirst.current) setFound(readKeptDraft(formId, storage, Date.now()));
  }, [formId]);

  useEffect(() => {
    const form = document.getElementById(formId);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onChange = () => {
      latest.current.hasChanged = true;
      clearTimeout(timer);
      timer = setTimeout(keep, afterChange);
    };
    const onSent = () => {
      if (!isSending.current) return;
      latest.current.isSent = true;
      writeKeptDraft(formId, undefined, storage);
    };
    const onHide = () => {
      if (document.visibilityState === 'hidden') keep();
    };
    form?.addEventListener('input', onChange);
    form?.addEventListener('change', onChange);
    addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', onHide);
    formEvents.addEventListener(formSent, onSent);
    return () => {
      clearTimeout(timer);
      form?.removeEventListener('input', onChange);
      form?.removeEventListener('change', onChange);
      removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', onHide);
      formEvents.removeEventListener(formSent, onSent);
    };
  }, [formId, keep, isSending]);

  // Files that begin to go up, or have arrived, are worth keeping at once.
  const { token, keptCount } = uploads;
  useEffect(() => {
    if (!token) return;
    latest.current.hasChanged = true;
    keep();
  }, [keep, token, keptCount]);

  const continued = useContinuedFiles(fetching.data);
  useEffect(() => {
    if (continued) setFound(undefined);
  }, [continued]);

  const post = (fetcher: typeof discarding, intent: string, draft: string) =>
    fetcher.submit(
      { [draftFieldName]: draft, [intentFieldName]: intent },
      { method: 'post', encType: 'multipart/form-data', action },
    );
  const offer = found && {
    begunAt: found.begunAt,
    fileCount: found.fileCount,
    isFetching: fetching.state !== 'idle',
    hasFailed: fetching.state === 'idle' && fetching.data !== undefined && !fetching.data.files,
    resume: () => {
      resumed.current = found;
      const form = document.getElementById(formId);
      if (form instanceof HTMLFormElement) putBackFormValues(form, found.values);
      if (found.token) post(fetching, continueIntent, found.token);
      else setFound(undefined);
    },
    discard: () => {
      writeKeptDraft(formId, undefined, storage);
      setFound(undefined);
      if (found.token) post(discarding, discardIntent, found.token);
    },
  };
  return { offer, continued };
}

/** The files of a draft that was gone on with. */
function useContinuedFiles(answer: FormAnswer | undefined): FilesOnServer | undefined {
  const last = useRef<{ from: FilesOnServer; files: FilesOnServer }>();
  const from = answer?.files;
  if (from && from !== last.current?.from) last.current = { from, files: { ...from, isContinued: true } };
  return last.current?.files;
}
