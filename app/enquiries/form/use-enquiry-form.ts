import { getFormProps, useForm } from '@conform-to/react';
import { useFormAction, useNavigate, useNavigation } from '@remix-run/react';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { type ConstraintCodes, validateInBrowser } from '#app/forms/browser-checks.ts';
import { kindFieldName } from '#app/forms/field-names.ts';
import type { MessageCode } from '#app/i18n/texts/message.ts';
import { setSubmitPending, useFormUploads } from '#app/uploads/browser/form-uploads.ts';
import type { FilesOnServer, RejectedFile } from '#app/uploads/file-status.ts';
import { type SubmittedRequest, useSavedDraft } from '../draft/use-saved-draft.ts';
import type { FormActionData, FormKind } from '../form-action-data.ts';

const noFiles: FilesOnServer = { files: [], errors: [], isExpired: false };

type ErrorCodes<Fields> = Partial<Record<keyof Fields & string, ConstraintCodes>>;

/**
 * Manages the state of an enquiry form. Checks input in the browser only on submit, combines the result with the action's
 * response, allows only one submission at a time, and waits for uploads in progress first.
 *
 * @param codes error codes of the form's native constraints by field; a function if the form can send several kinds of
 *   request
 * @param options.savesDraft whether the browser saves a draft of the form
 * @param options.kind identifies the form if the page has several, each of which has its own responses
 * @param options.replacedDrafts names of drafts from which this form may have been filled in; sending it deletes them
 */
export function useEnquiryForm<Fields extends Record<string, unknown>>(
  id: string,
  actionData: FormActionData | undefined,
  codes: ErrorCodes<Fields> | ((formData: FormData) => ErrorCodes<Fields>),
  {
    savesDraft = true,
    kind,
    replacedDrafts,
  }: { savesDraft?: boolean; kind?: FormKind; replacedDrafts?: readonly string[] } = {},
) {
  const { t } = useTranslation();
  // Keep the last action data, because the router drops it on navigation to a `#fragment`.
  const navigation = useNavigation();
  const responseKind = useResponseKind(actionData, navigation.formData);
  const response = useLastDefined(kind === undefined || responseKind === kind ? actionData : undefined);
  const result = useLastDefined(response?.result);
  const action = useFormAction();
  const [reloadsDocument, setReloadsDocument] = useState(false);
  const [attemptCount, setAttemptCount] = useState(0);
  const [browserErrors, setBrowserErrors] = useState<{
    response: FormActionData | undefined;
    kind: string | undefined;
  }>();
  const [form, fields] = useForm<Fields, undefined, MessageCode[]>({
    id,
    lastResult: result,
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onSubmit',
    onValidate: ({ form, formData }) =>
      validateInBrowser(form, formData, typeof codes === 'function' ? codes(formData) : codes),
  });
  const { onSubmit, ...formProps } = getFormProps(form);
  const hasInvalidFields = Object.keys(form.allErrors).length > 0;

  const isFilledIn = useRef(response !== undefined).current;
  const submitted = useRef<SubmittedRequest>();
  useEffect(() => {
    submitted.current = undefined;
  }, [response]);
  const savedDraft = useSavedDraft(id, { action, submitted, isFilledIn, savesDraft, replacedDrafts });
  // If the response has no files, as after a lost connection, keep the previous files.
  const files = useMostRecentlyChanged(response?.files, savedDraft.resumedFiles) ?? noFiles;
  const { shouldDeferSubmit, checkedData, rejectedFiles, hasNewRejectedFiles } = useUploadsBeforeSubmit(id, files);
  const isSubmitting = (navigation.state !== 'idle' && navigation.formMethod === 'POST') || checkedData !== undefined;
  // Errors found in the browser are newer than the response and take precedence.
  const problem = hasInvalidFields || hasNewRejectedFiles ? undefined : response?.problem;
  const hasErrors = hasInvalidFields || Boolean(problem) || rejectedFiles.length > 0 || files.isExpired;
  // The initial document has already moved focus to its errors; moving it again would interrupt typing.
  const initialResponse = useRef(response);
  const isInitial = attemptCount === 0 && response === initialResponse.current;
  // eslint-disable-next-line react-hooks/exhaustive-deps -- must change with each attempt and response, because a new value moves focus
  const attempt = useMemo(() => (isInitial ? undefined : {}), [isInitial, attemptCount, response]);

  const hasErrorPrefix = useRef(false);
  useEffect(() => {
    // Errors found in the browser must also show in the title. Other forms on the page may set the prefix themselves.
    if (hasErrors === hasErrorPrefix.current) return;
    hasErrorPrefix.current = hasErrors;
    const prefix = t('error_title', { title: '' });
    const plainTitle = document.title.startsWith(prefix) ? document.title.slice(prefix.length) : document.title;
    document.title = hasErrors ? prefix + plainTitle : plainTitle;
  });
  useProtectedSubmission(isSubmitting);

  return {
    metadata: form,
    fields,
    files,
    /** Rejected files for the error summary. */
    rejectedFiles,
    draftOffer: savedDraft.offer,
    problem,
    hasErrors,
    /** A new object after each failed attempt, which moves focus to the error summary. */
    attempt,
    isSubmitting,
    /** The form data that is being submitted. */
    submittedData: isSubmitting ? (navigation.formData ?? checkedData) : undefined,
    action,
    /** The kind of request that the errors belong to, if the form can send several kinds. */
    kind: browserErrors?.response === response ? browserErrors?.kind : responseKind,
    /** The server's last response. */
    response,
    stored: response?.stored,
    /** Whether the form has not been submitted yet, so fields show their default values. */
    isFresh: result === undefined,
    /** Makes the next submission load a new document, as without scripts. For the `onClick` of a submit button. */
    submitWithFullPageLoad: () => flushSync(() => setReloadsDocument(true)),
    formProps: {
      ...formProps,
      reloadDocument: reloadsDocument,
      method: 'post' as const,
      encType: 'multipart/form-data' as const,
      noValidate: true,
      preventScrollReset: true,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        setReloadsDocument(false);
        // Ignore further taps during submission.
        if (isSubmitting) {
          event.preventDefault();
          return;
        }
        if (reloadsDocument) return;
        // Safari before 15.4 does not report the button.
        const submitter = 'submitter' in event.nativeEvent ? event.nativeEvent.submitter : null;
        if (submitter instanceof HTMLButtonElement && submitter.formNoValidate) return;
        setAttemptCount((count) => count + 1);
        onSubmit(event);
        if (event.defaultPrevented) setBrowserErrors({ response, kind: requestKindOf(submitter) });
        if (!event.defaultPrevented && shouldDeferSubmit(event.currentTarget)) event.preventDefault();
        submitted.current = event.defaultPrevented ? undefined : { kind: requestKindOf(submitter) };
      },
    },
  };
}

/** Returns the kind of request whose button was pressed; undefined if the form has only one. */
function requestKindOf(submitter: unknown): string | undefined {
  return submitter instanceof HTMLButtonElement && submitter.name === kindFieldName ? submitter.value : undefined;
}

/**
 * Submits the form once its uploads have finished or failed. If a file was rejected after it was chosen, shows the error
 * once before submitting, just as the page does after a submission.
 */
function useUploadsBeforeSubmit(formId: string, files: FilesOnServer) {
  const uploads = useFormUploads(formId);
  const { isSubmitPending, uploadingCount } = uploads;
  const [announced, setAnnounced] = useState<{ files: FilesOnServer; rejected: readonly RejectedFile[] }>();
  const knownRejections = useRef<readonly RejectedFile[]>([]);
  /** Whether the files in the form can still be read: checked before each submission. */
  const readability = useRef<'unknown' | 'checking' | 'checked'>('unknown');
  const [checkedData, setCheckedData] = useState<FormData>();

  useEffect(() => {
    if (!isSubmitPending || uploadingCount > 0) return;
    setSubmitPending(formId, false);
    submitAgain(formId);
  }, [formId, isSubmitPending, uploadingCount]);

  const announcedFiles = announced?.files === files ? announced.rejected : [];
  return {
    rejectedFiles: [...files.errors, ...announcedFiles],
    /** Whether the last attempt was stopped to show rejected files. */
    hasNewRejectedFiles: announcedFiles.length > 0,
    /** The form data to be submitted once it is known whether its files can still be read; undefined otherwise. */
    checkedData,
    /** Returns whether the form must not be submitted yet. Call it once for each attempt. */
    shouldDeferSubmit: (form: HTMLFormElement): boolean => {
      if (uploadingCount > 0) {
        setSubmitPending(formId, true);
        return true;
      }
      if (uploads.inFormCount > 0 && readability.current !== 'checked') {
        if (readability.current === 'checking') return true;
        readability.current = 'checking';
        setCheckedData(new FormData(form));
        void uploads.rejectUnreadable().then(() => {
          readability.current = 'checked';
          // Synchronously, because taps are ignored until then.
          flushSync(() => setCheckedData(undefined));
          submitAgain(formId);
        });
        return true;
      }
      readability.current = 'unknown';
      const hasNewRejections = uploads.rejected.some((file) => !knownRejections.current.includes(file));
      knownRejections.current = uploads.rejected;
      setAnnounced({ files, rejected: hasNewRejections ? uploads.rejected : [] });
      return hasNewRejections;
    },
  };
}

/** Presses the form's submit button, because `requestSubmit` is unavailable before Safari 16. */
function submitAgain(formId: string): void {
  document.getElementById(formId)?.querySelector<HTMLElement>('button[type=submit]:not([name])')?.click();
}

/** Prevents navigation from aborting a submission in progress. */
function useProtectedSubmission(isSubmitting: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isSubmitting) return;
    // A page restored from the back/forward cache would still be submitting. Navigating to the current URL resets this state
    // without changing the fields.
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) navigate(location.pathname + location.search, { replace: true, preventScrollReset: true });
    };
    // The router treats a fragment link as a navigation, which would silently abort the submission.
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href^="#"]');
      if (!link) return;
      event.preventDefault();
      const target = document.getElementById(link.hash.slice(1));
      target?.scrollIntoView();
      target?.focus();
    };
    addEventListener('pageshow', onShow);
    document.addEventListener('click', onClick, true);
    return () => {
      removeEventListener('pageshow', onShow);
      document.removeEventListener('click', onClick, true);
    };
  }, [isSubmitting, navigate]);
}

/** Returns the kind of form that a response belongs to; without a response, as when offline, the kind last submitted. */
function useResponseKind(
  response: FormActionData | undefined,
  submittedData: FormData | undefined,
): string | undefined {
  const lastSubmitted = useLastDefined(submittedData);
  const last = useRef<{ response: FormActionData | undefined; kind: string | undefined }>();
  if (!last.current || last.current.response !== response) {
    const submittedKind = lastSubmitted?.get(kindFieldName);
    last.current = {
      response,
      kind: response?.kind ?? (typeof submittedKind === 'string' ? submittedKind : undefined),
    };
  }
  return last.current.kind;
}

/** Returns the value that changed most recently. */
function useMostRecentlyChanged<Value>(...sources: [Value | undefined, Value | undefined]): Value | undefined {
  const previous = useRef(sources);
  const newest = useRef(sources[0] ?? sources[1]);
  for (const [index, source] of sources.entries()) {
    if (source !== undefined && source !== previous.current[index]) newest.current = source;
  }
  previous.current = [sources[0] ?? previous.current[0], sources[1] ?? previous.current[1]];
  return newest.current;
}

/** Returns the last defined value. */
function useLastDefined<Value>(value: Value | undefined): Value | undefined {
  const last = useRef(value);
  if (value !== undefined) last.current = value;
  return last.current;
}

/** The state of an enquiry form, as returned by {@link useEnquiryForm}. */
export type EnquiryForm<Fields extends Record<string, unknown>> = ReturnType<typeof useEnquiryForm<Fields>>;
