import { useFetcher, useLocation } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { continueIntent, discardIntent, draftFieldName, intentFieldName } from '#app/uploads/field-names.ts';
import type { FilesOnServer } from '#app/uploads/file-status.ts';
import { useFormUploads } from '#app/uploads/form-uploads.ts';
import { formEvents, formSent, type FormAnswer } from './form-answer.ts';
import { isUntouched, putBackFormValues, readFormValues, type FormValues } from './form-values.ts';
import { keptDraftName, readKeptDraft, writeKeptDraft, type KeptDraft } from './kept-draft.ts';

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

/** What is on its way to the server. */
export interface SentRequest {
  /** Which one, where a form has several; the names of its fields then begin with it. */
  kind: string | undefined;
}

/**
 * Keeps what was entered into a form in this browser until the form is sent, and offers it when the page is opened
 * again. Nothing is put in without being asked: telephones are shared. Of a form with several requests what was entered
 * into the others stays kept.
 *
 * While an offer waits for its answer nothing is kept, so that what it offers cannot be lost. What was entered meanwhile
 * is kept as soon as the visitor has answered.
 */
export function useKeptDraft(
  formId: string,
  {
    action,
    sent,
    isFilledIn,
    isKept,
  }: {
    /** Where the form posts to. */
    action: string;
    /** Undefined unless this form is the one that is being sent. */
    sent: RefObject<SentRequest | undefined>;
    /** The page came with values, such as those of a failed post: then there is nothing to offer. */
    isFilledIn: boolean;
    /** If not, nothing is written or offered. */
    isKept: boolean;
  },
): { offer: DraftOffer | undefined; continued: FilesOnServer | undefined } {
  const { pathname } = useLocation();
  const name = keptDraftName(formId, pathname);
  const [found, setFound] = useState<KeptDraft>();
  const resumed = useRef<KeptDraft>();
  const uploads = useFormUploads(formId);
  const fetching = useFetcher<FormAnswer>();
  const discarding = useFetcher();

  const latest = useRef({ uploads, begunAt: 0, hasChanged: false, isOffering: false, isSent: false });
  latest.current.uploads = uploads;
  const show = useCallback((draft: KeptDraft | undefined) => {
    latest.current.isOffering = draft !== undefined;
    setFound(draft);
  }, []);

  const keep = useCallback(() => {
    const { current } = latest;
    const form = document.getElementById(formId);
    if (!isKept || !current.hasChanged || current.isOffering || current.isSent) return;
    if (!(form instanceof HTMLFormElement)) return;
    current.hasChanged = false;
    const { token = resumed.current?.token, keptCount } = current.uploads;
    if (isUntouched(form) && !isFilledIn && !token) {
      writeKeptDraft(name, undefined, storage);
      return;
    }
    current.begunAt ||= resumed.current?.begunAt ?? Date.now();
    const fileCount = current.uploads.token ? keptCount : (resumed.current?.fileCount ?? 0);
    writeKeptDraft(
      name,
      { begunAt: current.begunAt, values: readFormValues(form), ...(token && { token }), fileCount },
      storage,
    );
  }, [formId, name, isFilledIn, isKept]);

  const offersAtFirst = useRef(isKept && !isFilledIn);
  useEffect(() => {
    if (offersAtFirst.current) show(readKeptDraft(name, storage, Date.now()));
  }, [name, show]);

  useEffect(() => {
    const form = document.getElementById(formId);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onChange = () => {
      latest.current.hasChanged = true;
      clearTimeout(timer);
      timer = setTimeout(keep, afterChange);
    };
    const onSent = () => {
      if (!isKept || !sent.current) return;
      const { current } = latest;
      current.isSent = true;
      if (current.isOffering || !(form instanceof HTMLFormElement)) return;
      const values = unsentValues(form, sent.current);
      const begunAt = current.begunAt || Date.now();
      writeKeptDraft(name, values && { begunAt, values, fileCount: 0 }, storage);
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
  }, [formId, name, keep, sent, isKept]);

  // Files that begin to go up, or have arrived, are worth keeping at once.
  const { token, keptCount } = uploads;
  useEffect(() => {
    if (!token) return;
    latest.current.hasChanged = true;
    keep();
  }, [keep, token, keptCount]);

  const answered = useCallback(() => {
    show(undefined);
    keep();
  }, [show, keep]);
  const continued = useContinuedFiles(fetching.data);
  useEffect(() => {
    if (continued) answered();
  }, [continued, answered]);

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
      else answered();
    },
    discard: () => {
      writeKeptDraft(name, undefined, storage);
      answered();
      if (found.token) post(discarding, discardIntent, found.token);
    },
  };
  return { offer, continued };
}

/** What was entered into the other requests of a form when one was sent; undefined where there is nothing. */
function unsentValues(form: HTMLFormElement, { kind }: SentRequest): FormValues | undefined {
  if (kind === undefined) return undefined;
  const isUnsent = (name: string) => !name.startsWith(`${kind}_`);
  return isUntouched(form, isUnsent) ? undefined : readFormValues(form, isUnsent);
}

/** The files of a draft that was gone on with. */
function useContinuedFiles(answer: FormAnswer | undefined): FilesOnServer | undefined {
  const last = useRef<{ from: FilesOnServer; files: FilesOnServer }>();
  const from = answer?.files;
  if (from && from !== last.current?.from) last.current = { from, files: { ...from, isContinued: true } };
  return last.current?.files;
}
