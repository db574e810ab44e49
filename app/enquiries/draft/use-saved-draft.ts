import { useFetcher, useLocation } from '@remix-run/react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { continueIntent, discardIntent, draftFieldName, intentFieldName } from '#app/forms/field-names.ts';
import { useFormUploads } from '#app/uploads/browser/form-uploads.ts';
import type { FilesOnServer } from '#app/uploads/file-status.ts';
import { type FormActionData, formEvents, formSubmitted } from '../form-action-data.ts';
import { findFormKeyInput, storeFormKey } from './form-key.ts';
import { type FormValues, hasDefaultValues, hasFormValues, readFormValues, restoreFormValues } from './form-values.ts';
import { readSavedDraft, type SavedDraft, savedDraftName, writeSavedDraft } from './saved-draft.ts';

/** Delay between a change and saving the draft (ms). */
const saveDebounce = 500;

const storage = () => localStorage;

const noDrafts: readonly string[] = [];

/** A saved draft that the visitor can resume or discard. */
export interface DraftOffer {
  startedAt: number;
  fileCount: number;
  isFetching: boolean;
  /** Whether the files could not be fetched, although the values were restored. */
  hasFailed: boolean;
  resume: () => void;
  discard: () => void;
}

/** A request that is being submitted. */
export interface SubmittedRequest {
  /** The kind of request, if the form can send several. Its field names start with this. */
  kind: string | undefined;
}

/**
 * Saves a draft of the form in this browser until the form is submitted, and offers the draft when the page is opened
 * again. Restores nothing without asking, because phones are shared. If a form can send several requests, the values of
 * the others remain saved after one is submitted.
 *
 * Does not save while an offer is pending, so that the offered draft is not overwritten. New input is saved after the
 * visitor's decision.
 */
export function useSavedDraft(
  formId: string,
  {
    action,
    submitted,
    isFilledIn,
    savesDraft,
    replacedDrafts = noDrafts,
  }: {
    /** The form's action URL. */
    action: string;
    /** The request that is being submitted with this form, if any. */
    submitted: RefObject<SubmittedRequest | undefined>;
    /** Whether the page was rendered with values, as after a failed submission. No draft is then offered. */
    isFilledIn: boolean;
    /** Whether drafts are saved and offered. */
    savesDraft: boolean;
    /** Names of the drafts of other forms that are deleted with this one, if they were started in the same tab. */
    replacedDrafts?: readonly string[];
  },
): { offer: DraftOffer | undefined; resumedFiles: FilesOnServer | undefined } {
  const { pathname } = useLocation();
  const name = savedDraftName(formId, pathname);
  const [offeredDraft, setOfferedDraft] = useState<SavedDraft>();
  const resumed = useRef<SavedDraft>();
  const uploads = useFormUploads(formId);
  const resumeFetcher = useFetcher<FormActionData>();
  const discardFetcher = useFetcher();

  const latest = useRef({ uploads, begunAt: 0, hasChanged: false, isOffering: false, isSubmitted: false });
  latest.current.uploads = uploads;
  const setOffer = useCallback((draft: SavedDraft | undefined) => {
    latest.current.isOffering = draft !== undefined;
    setOfferedDraft(draft);
  }, []);

  const save = useCallback(() => {
    const { current } = latest;
    const form = document.getElementById(formId);
    if (!savesDraft || !current.hasChanged || current.isOffering || current.isSubmitted) return;
    if (!(form instanceof HTMLFormElement)) return;
    current.hasChanged = false;
    const { token = resumed.current?.token, storedCount } = current.uploads;
    if (hasDefaultValues(form) && !isFilledIn && !token) {
      writeSavedDraft(name, undefined, storage);
      return;
    }
    current.begunAt ||= resumed.current?.begunAt ?? Date.now();
    const formKey = findFormKeyInput(form)?.value;
    const fileCount = current.uploads.token ? storedCount : (resumed.current?.fileCount ?? 0);
    writeSavedDraft(
      name,
      {
        ...{ begunAt: current.begunAt, values: readFormValues(form), fileCount },
        ...(token && { token }),
        ...(formKey && { formKey }),
      },
      storage,
    );
  }, [formId, name, isFilledIn, savesDraft]);

  const shouldOffer = useRef(savesDraft && !isFilledIn);
  useEffect(() => {
    if (!shouldOffer.current) return;
    const draft = readSavedDraft(name, storage, Date.now());
    const form = document.getElementById(formId);
    // After navigating back, the browser has already restored the values; offer the draft only if it has files.
    const wasRestoredByBrowser =
      draft && !draft.token && form instanceof HTMLFormElement && hasFormValues(form, draft.values);
    if (wasRestoredByBrowser) latest.current.begunAt = draft.begunAt;
    else setOffer(draft);
  }, [formId, name, setOffer]);

  useEffect(() => {
    const form = document.getElementById(formId);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onChange = () => {
      latest.current.hasChanged = true;
      clearTimeout(timer);
      timer = setTimeout(save, saveDebounce);
    };
    const onSubmitted = () => {
      if (!savesDraft || !submitted.current) return;
      const { current } = latest;
      current.isSubmitted = true;
      if (current.isOffering || !(form instanceof HTMLFormElement)) return;
      const values = unsubmittedValues(form, submitted.current);
      const begunAt = current.begunAt || Date.now();
      writeSavedDraft(name, values && { begunAt, values, fileCount: 0 }, storage);
      const formKey = findFormKeyInput(form)?.value;
      for (const replaced of replacedDrafts) {
        if (readSavedDraft(replaced, storage, Date.now())?.formKey === formKey)
          writeSavedDraft(replaced, undefined, storage);
      }
    };
    const onShow = ({ persisted }: PageTransitionEvent) => {
      // Restored from the back/forward cache: any further input belongs to a new request.
      if (persisted) latest.current.isSubmitted = false;
    };
    const onHide = () => {
      if (document.visibilityState === 'hidden') save();
    };
    form?.addEventListener('input', onChange);
    form?.addEventListener('change', onChange);
    addEventListener('pagehide', save);
    addEventListener('pageshow', onShow);
    document.addEventListener('visibilitychange', onHide);
    formEvents.addEventListener(formSubmitted, onSubmitted);
    return () => {
      clearTimeout(timer);
      form?.removeEventListener('input', onChange);
      form?.removeEventListener('change', onChange);
      removeEventListener('pagehide', save);
      removeEventListener('pageshow', onShow);
      document.removeEventListener('visibilitychange', onHide);
      formEvents.removeEventListener(formSubmitted, onSubmitted);
    };
  }, [formId, name, save, submitted, savesDraft, replacedDrafts]);

  // Save immediately when an upload starts or finishes.
  const { token, storedCount } = uploads;
  useEffect(() => {
    if (!token) return;
    latest.current.hasChanged = true;
    save();
  }, [save, token, storedCount]);

  const closeOffer = useCallback(() => {
    setOffer(undefined);
    save();
  }, [setOffer, save]);
  const resumedFiles = useResumedFiles(resumeFetcher.data);
  useEffect(() => {
    if (resumedFiles) closeOffer();
  }, [resumedFiles, closeOffer]);

  const postDraft = (fetcher: typeof discardFetcher, intent: string, draftToken: string) =>
    fetcher.submit(
      { [draftFieldName]: draftToken, [intentFieldName]: intent },
      { method: 'post', encType: 'multipart/form-data', action },
    );
  const offer = offeredDraft && {
    startedAt: offeredDraft.begunAt,
    fileCount: offeredDraft.fileCount,
    isFetching: resumeFetcher.state !== 'idle',
    hasFailed: resumeFetcher.state === 'idle' && resumeFetcher.data !== undefined && !resumeFetcher.data.files,
    resume: () => {
      resumed.current = offeredDraft;
      const form = document.getElementById(formId);
      if (form instanceof HTMLFormElement) {
        restoreFormValues(form, offeredDraft.values);
        const key = findFormKeyInput(form);
        if (key && offeredDraft.formKey) {
          key.value = offeredDraft.formKey;
          storeFormKey(offeredDraft.formKey, () => sessionStorage);
        }
      }
      if (offeredDraft.token) postDraft(resumeFetcher, continueIntent, offeredDraft.token);
      else closeOffer();
    },
    discard: () => {
      writeSavedDraft(name, undefined, storage);
      closeOffer();
      if (offeredDraft.token) postDraft(discardFetcher, discardIntent, offeredDraft.token);
    },
  };
  return { offer, resumedFiles };
}

/** Returns the values of the form's other requests after one was submitted; undefined if there are none. */
function unsubmittedValues(form: HTMLFormElement, { kind }: SubmittedRequest): FormValues | undefined {
  if (kind === undefined) return undefined;
  const isUnsubmitted = (name: string) => !name.startsWith(`${kind}_`);
  return hasDefaultValues(form, isUnsubmitted) ? undefined : readFormValues(form, isUnsubmitted);
}

/** Returns the files of a resumed draft, marked as such. */
function useResumedFiles(actionData: FormActionData | undefined): FilesOnServer | undefined {
  const latest = useRef<{ source: FilesOnServer; files: FilesOnServer }>();
  const source = actionData?.files;
  if (source && source !== latest.current?.source)
    latest.current = { source, files: { ...source, isFromResumedDraft: true } };
  return latest.current?.files;
}
