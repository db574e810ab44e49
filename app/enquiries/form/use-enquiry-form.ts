import { getFormProps, useForm } from '@conform-to/react';
import { useFormAction, useNavigate, useNavigation } from '@remix-run/react';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ConstraintCodes, validateInBrowser } from '#app/forms/browser-checks.ts';
import { kindFieldName } from '#app/forms/field-names.ts';
import type { MessageCode } from '#app/i18n/texts/message.ts';
import { setAwaited, useFormUploads } from '#app/uploads/browser/form-uploads.ts';
import type { FilesOnServer, RefusedFile } from '#app/uploads/file-status.ts';
import { type SentRequest, useKeptDraft } from '../draft/use-kept-draft.ts';
import type { FormAnswer, FormKind } from '../form-answer.ts';

const noFiles: FilesOnServer = { files: [], errors: [], isExpired: false };

type Codes<Fields> = Partial<Record<keyof Fields & string, ConstraintCodes>>;

/**
 * The state of an enquiry form: conform with the action's answer, browser-side checks on submit only, and one submission
 * at a time, which waits for uploads in progress.
 *
 * @param codes error codes of the form's native constraints by field; a function if the form has several requests
 * @param options.isKept whether this browser stores a draft of the form
 * @param options.kind identifies the form on a page with several, each with its own answers
 */
export function useEnquiryForm<Fields extends Record<string, unknown>>(
  id: string,
  actionData: FormAnswer | undefined,
  codes: Codes<Fields> | ((sent: FormData) => Codes<Fields>),
  { isKept = true, kind }: { isKept?: boolean; kind?: FormKind } = {},
) {
  const { t } = useTranslation();
  // The router drops the action data on navigation to a `#fragment`; the form must keep it.
  const navigation = useNavigation();
  const answeredKind = useAnsweredKind(actionData, navigation.formData);
  const answer = useLast(kind === undefined || answeredKind === kind ? actionData : undefined);
  const result = useLast(answer?.result);
  const action = useFormAction();
  const isSubmitting = navigation.state !== 'idle' && navigation.formMethod === 'POST';
  const [attempts, setAttempts] = useState(0);
  const [foundInBrowser, setFoundInBrowser] = useState<{ since: FormAnswer | undefined; kind: string | undefined }>();
  const [form, fields] = useForm<Fields, undefined, MessageCode[]>({
    id,
    lastResult: result,
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onSubmit',
    onValidate: ({ form, formData }) =>
      validateInBrowser(form, formData, typeof codes === 'function' ? codes(formData) : codes),
  });
  const { onSubmit, ...formProps } = getFormProps(form);

  const isFilledIn = useRef(answer !== undefined).current;
  const sent = useRef<SentRequest>();
  useEffect(() => {
    sent.current = undefined;
  }, [answer]);
  const keptDraft = useKeptDraft(id, { action, sent, isFilledIn, isKept });
  // An answer without files, as after a lost connection, keeps the previous files.
  const files = useNewest(answer?.files, keptDraft.continued) ?? noFiles;
  const { mustWait, refusedFiles, hasAnnouncedFiles } = useUploadsBeforeSubmit(id, files);
  // Errors found in the browser are newer than the answer, and take precedence.
  const problem = Object.keys(form.allErrors).length > 0 || hasAnnouncedFiles ? undefined : answer?.problem;
  const hasErrors =
    Object.keys(form.allErrors).length > 0 || Boolean(problem) || refusedFiles.length > 0 || files.isExpired;
  // The document's initial answer has already moved the focus; doing it again would interrupt typing.
  const firstAnswer = useRef(answer);
  const isFirst = attempts === 0 && answer === firstAnswer.current;
  // eslint-disable-next-line react-hooks/exhaustive-deps -- a new value is the point: it moves the focus
  const attempt = useMemo(() => (isFirst ? undefined : {}), [isFirst, attempts, answer]);

  const isMarked = useRef(false);
  useEffect(() => {
    // Reflect errors found in the browser in the title. Other forms on the page have their own.
    if (hasErrors === isMarked.current) return;
    isMarked.current = hasErrors;
    const prefix = t('error_title', { title: '' });
    const plain = document.title.startsWith(prefix) ? document.title.slice(prefix.length) : document.title;
    document.title = hasErrors ? prefix + plain : plain;
  });
  useSafeSubmission(isSubmitting);

  return {
    form,
    fields,
    files,
    /** Refused files for the error summary. */
    refusedFiles,
    draftOffer: keptDraft.offer,
    problem,
    hasErrors,
    attempt,
    isSubmitting,
    /** The form data being submitted. */
    submittedData: isSubmitting ? navigation.formData : undefined,
    action,
    /** The request that the errors belong to, if the form has several. */
    kind: foundInBrowser?.since === answer ? foundInBrowser?.kind : answeredKind,
    /** The last answer of the server. */
    answer,
    stored: answer?.stored,
    /** Not submitted yet: fields show their presets. */
    isFresh: result === undefined,
    formProps: {
      ...formProps,
      method: 'post' as const,
      encType: 'multipart/form-data' as const,
      noValidate: true,
      preventScrollReset: true,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        // Ignore a second tap while submitting.
        if (isSubmitting) {
          event.preventDefault();
          return;
        }
        // Safari before 15.4 does not say which button it was.
        const submitter = 'submitter' in event.nativeEvent ? event.nativeEvent.submitter : null;
        if (submitter instanceof HTMLButtonElement && submitter.formNoValidate) return;
        setAttempts((count) => count + 1);
        onSubmit(event);
        if (event.defaultPrevented) setFoundInBrowser({ since: answer, kind: kindOf(submitter) });
        if (!event.defaultPrevented && mustWait()) event.preventDefault();
        sent.current = event.defaultPrevented ? undefined : { kind: kindOf(submitter) };
      },
    },
  };
}

/** The request whose button was pressed. */
function kindOf(submitter: unknown): string | undefined {
  return submitter instanceof HTMLButtonElement && submitter.name === kindFieldName ? submitter.value : undefined;
}

/**
 * Submits the form once its uploads have finished or failed. If the server refused a file, the visitor is informed first,
 * once, as after a post.
 */
function useUploadsBeforeSubmit(formId: string, files: FilesOnServer) {
  const uploads = useFormUploads(formId);
  const { isAwaited, uploadingCount } = uploads;
  const [announced, setAnnounced] = useState<{ since: FilesOnServer; refused: readonly RefusedFile[] }>();
  const known = useRef<readonly RefusedFile[]>([]);

  useEffect(() => {
    if (!isAwaited || uploadingCount > 0) return;
    setAwaited(formId, false);
    // `requestSubmit` requires Safari 16.
    document.getElementById(formId)?.querySelector<HTMLElement>('button[type=submit]:not([name])')?.click();
  }, [formId, isAwaited, uploadingCount]);

  const announcedNow = announced?.since === files ? announced.refused : [];
  return {
    refusedFiles: [...files.errors, ...announcedNow],
    /** The last attempt was stopped because of refused files. */
    hasAnnouncedFiles: announcedNow.length > 0,
    /** Whether the form must not be submitted yet; called for each attempt. */
    mustWait: (): boolean => {
      if (uploadingCount > 0) {
        setAwaited(formId, true);
        return true;
      }
      const isNews = uploads.refused.some((file) => !known.current.includes(file));
      known.current = uploads.refused;
      setAnnounced({ since: files, refused: isNews ? uploads.refused : [] });
      return isNews;
    },
  };
}

/** Protects a submission in progress from being aborted by navigation. */
function useSafeSubmission(isSubmitting: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isSubmitting) return;
    // Restored from the back/forward cache, the page would still be submitting. Navigating to the current URL resets that
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

/** The form that an answer belongs to; without an answer, as when offline, the form that was being submitted. */
function useAnsweredKind(answer: FormAnswer | undefined, sending: FormData | undefined): string | undefined {
  const lastSent = useLast(sending);
  const answered = useRef<{ answer: FormAnswer | undefined; kind: string | undefined }>();
  if (!answered.current || answered.current.answer !== answer) {
    const sent = lastSent?.get(kindFieldName);
    answered.current = { answer, kind: answer?.kind ?? (typeof sent === 'string' ? sent : undefined) };
  }
  return answered.current.kind;
}

/** The most recently changed of two values. */
function useNewest<Value>(...sources: [Value | undefined, Value | undefined]): Value | undefined {
  const before = useRef(sources);
  const newest = useRef(sources[0] ?? sources[1]);
  for (const [index, source] of sources.entries()) {
    if (source !== undefined && source !== before.current[index]) newest.current = source;
  }
  before.current = [sources[0] ?? before.current[0], sources[1] ?? before.current[1]];
  return newest.current;
}

/** The last defined value. */
function useLast<Value>(value: Value | undefined): Value | undefined {
  const last = useRef(value);
  if (value !== undefined) last.current = value;
  return last.current;
}

/** The result of {@link useEnquiryForm}. */
export type EnquiryForm<Fields extends Record<string, unknown>> = ReturnType<typeof useEnquiryForm<Fields>>;
