import { useFetcher, useLocation } from '@remix-run/react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { continueIntent, discardIntent, draftFieldName, intentFieldName } from '#app/forms/field-names.ts';
import { useFormUploads } from '#app/uploads/browser/form-uploads.ts';
import type { FilesOnServer } from '#app/uploads/file-status.ts';
import { type FormAnswer, formEvents, formSent } from '../form-answer.ts';
import { formKeyInput, keepFormKey } from './form-key.ts';
import { type FormValues, hasFormValues, isUntouched, readFormValues, restoreFormValues } from './form-values.ts';
import { type KeptDraft, keptDraftName, readKeptDraft, writeKeptDraft } from './kept-draft.ts';

/** Debounce of storing the draft after a change (ms). */
const saveDebounce = 500;

const storage = () => localStorage;

/** A stored draft that the visitor can resume or discard. */
export interface DraftOffer {
  begunAt: number;
  fileCount: number;
  isFetching: boolean;
  /** The values were restored, but the files could not be fetched. */
  hasFailed: boolean;
  resume: () => void;
  discard: () => void;
}

/** The request being submitted. */
export interface SentRequest {
  /** Which request, if the form has several; then the prefix of its field names. */
  kind: string | undefined;
}

/**
 * Stores a draft of the form in this browser until the form is submitted, and offers it when the page is opened again.
 * Nothing is filled in without asking, because phones are shared. If a form has several requests, the values of the
 * others are kept after one is submitted.
 *
 * While the offer is pending nothing is stored, so that the offered draft is not overwritten. New input is stored once the
 * visitor has decided.
 */
export function useKeptDraft(
  formId: string,
  {
    action,
    sent,
    isFilledIn,
    isKept,
  }: {
    /** The form's action URL. */
    action: string;
    /** The request being submitted with this form, if any. */
    sent: RefObject<SentRequest | undefined>;
    /** The page was rendered with values, as after a failed post: no draft is offered. */
    isFilledIn: boolean;
    /** If false, nothing is stored or offered. */
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
    const { token = resumed.current?.token, storedCount } = current.uploads;
    if (isUntouched(form) && !isFilledIn && !token) {
      writeKeptDraft(name, undefined, storage);
      return;
    }
    current.begunAt ||= resumed.current?.begunAt ?? Date.now();
    const formKey = formKeyInput(form)?.value;
    const fileCount = current.uploads.token ? storedCount : (resumed.current?.fileCount ?? 0);
    writeKeptDraft(
      name,
      {
        ...{ begunAt: current.begunAt, values: readFormValues(form), fileCount },
        ...(token && { token }),
        ...(formKey && { formKey }),
      },
      storage,
    );
  }, [formId, name, isFilledIn, isKept]);

  const offersAtFirst = useRef(isKept && !isFilledIn);
  useEffect(() => {
    if (!offersAtFirst.current) return;
    const draft = readKeptDraft(name, storage, Date.now());
    const form = document.getElementById(formId);
    // After navigating back the browser has restored the values itself; offer the draft only if it has files.
    const wasRestoredByBrowser =
      draft && !draft.token && form instanceof HTMLFormElement && hasFormValues(form, draft.values);
    if (wasRestoredByBrowser) latest.current.begunAt = draft.begunAt;
    else show(draft);
  }, [formId, name, show]);

  useEffect(() => {
    const form = document.getElementById(formId);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onChange = () => {
      latest.current.hasChanged = true;
      clearTimeout(timer);
      timer = setTimeout(keep, saveDebounce);
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
    const onShow = ({ persisted }: PageTransitionEvent) => {
      // Restored from the back/forward cache: input from now on is a new request.
      if (persisted) latest.current.isSent = false;
    };
    const onHide = () => {
      if (document.visibilityState === 'hidden') keep();
    };
    form?.addEventListener('input', onChange);
    form?.addEventListener('change', onChange);
    addEventListener('pagehide', keep);
    addEventListener('pageshow', onShow);
    document.addEventListener('visibilitychange', onHide);
    formEvents.addEventListener(formSent, onSent);
    return () => {
      clearTimeout(timer);
      form?.removeEventListener('input', onChange);
      form?.removeEventListener('change', onChange);
      removeEventListener('pagehide', keep);
      removeEventListener('pageshow', onShow);
      document.removeEventListener('visibilitychange', onHide);
      formEvents.removeEventListener(formSent, onSent);
    };
  }, [formId, name, keep, sent, isKept]);

  // Store immediately when an upload starts or finishes.
  const { token, storedCount } = uploads;
  useEffect(() => {
    if (!token) return;
    latest.current.hasChanged = true;
    keep();
  }, [keep, token, storedCount]);

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
      if (form instanceof HTMLFormElement) {
        restoreFormValues(form, found.values);
        const key = formKeyInput(form);
        if (key && found.formKey) {
          key.value = found.formKey;
          keepFormKey(found.formKey, () => sessionStorage);
        }
      }
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

/** The values of the form's other requests when one was submitted; undefined if there are none. */
function unsentValues(form: HTMLFormElement, { kind }: SentRequest): FormValues | undefined {
  if (kind === undefined) return undefined;
  const isUnsent = (name: string) => !name.startsWith(`${kind}_`);
  return isUntouched(form, isUnsent) ? undefined : readFormValues(form, isUnsent);
}

/** The files of a resumed draft. */
function useContinuedFiles(answer: FormAnswer | undefined): FilesOnServer | undefined {
  const last = useRef<{ from: FilesOnServer; files: FilesOnServer }>();
  const from = answer?.files;
  if (from && from !== last.current?.from) last.current = { from, files: { ...from, isContinued: true } };
  return last.current?.files;
}
