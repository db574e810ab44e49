import { getFormProps, useForm } from '@conform-to/react';
import { useFormAction, useNavigation } from '@remix-run/react';
import { useEffect, useMemo, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { checkInBrowser, type ConstraintCodes } from '#app/ui/browser-checks.ts';
import { kindFieldName } from '#app/uploads/field-names.ts';
import type { FilesOnServer, RefusedFile } from '#app/uploads/file-status.ts';
import { setAwaited, useFormUploads } from '#app/uploads/form-uploads.ts';
import type { FormAnswer } from './form-answer.ts';
import { useKeptDraft, type SentRequest } from './use-kept-draft.ts';

const noFiles: FilesOnServer = { files: [], errors: [], isExpired: false };

type Codes<Fields> = Partial<Record<keyof Fields & string, ConstraintCodes>>;

/**
 * The one recipe of every enquiry form: conform over the action's answer, browser-side checks on submit only,
 * one submission at a time, which waits for files that are going up.
 *
 * @param codes the message codes of the form's native constraints, by field; where a form has several requests, those
 *   of the one that is sent
 * @param isKept whether this browser keeps what is typed until it is sent
 */
export function useEnquiryForm<Fields extends Record<string, unknown>>(
  id: string,
  actionData: FormAnswer | undefined,
  codes: Codes<Fields> | ((sent: FormData) => Codes<Fields>),
  { isKept = true }: { isKept?: boolean } = {},
) {
  const { t } = useTranslation();
  // The router forgets what an action answered at the next jump to a `#fragment`; the form must not.
  const answer = useLast(actionData);
  const result = useLast(answer?.result);
  const navigation = useNavigation();
  const action = useFormAction();
  const isSubmitting = navigation.state !== 'idle' && navigation.formMethod === 'POST';
  const [attempts, setAttempts] = useState(0);
  const [foundHere, setFoundHere] = useState<{ since: FormAnswer | undefined; kind: string | undefined }>();
  const [form, fields] = useForm<Fields, undefined>({
    id,
    lastResult: result,
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onSubmit',
    onValidate: ({ form, formData }) =>
      checkInBrowser(form, formData, typeof codes === 'function' ? codes(formData) : codes),
  });
  const { onSubmit, ...formProps } = getFormProps(form);

  const isFilledIn = useRef(answer !== undefined).current;
  const sent = useRef<SentRequest>();
  useEffect(() => {
    sent.current = undefined;
  }, [answer]);
  const keptDraft = useKeptDraft(id, { action, sent, isFilledIn, isKept });
  // An answer without files, such as a lost connection, changes nothing about them.
  const files = useNewest(answer?.files, keptDraft.continued) ?? noFiles;
  const { needsPause, refusedFiles, hasToldOfFiles } = useUploadsBeforeSending(id, files);
  // What this browser finds by itself comes after the answer, and is what to correct now.
  const problem = Object.keys(form.allErrors).length > 0 || hasToldOfFiles ? undefined : answer?.problem;
  const hasErrors =
    Object.keys(form.allErrors).length > 0 || Boolean(problem) || refusedFiles.length > 0 || files.isExpired;
  // The answer that the document came with has moved the focus already; doing so again would interrupt typing.
  const firstAnswer = useRef(answer);
  const isFirst = attempts === 0 && answer === firstAnswer.current;
  // eslint-disable-next-line react-hooks/exhaustive-deps -- a new value is the point: it moves the focus
  const attempt = useMemo(() => (isFirst ? undefined : {}), [isFirst, attempts, answer]);

  const isMarked = useRef(false);
  useEffect(() => {
    // What the server could not know: errors that this browser found by itself. Another form of the page has its own.
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
    /** Files that were not taken, to be told above the form. */
    refusedFiles,
    draftOffer: keptDraft.offer,
    problem,
    hasErrors,
    attempt,
    isSubmitting,
    /** What is being sent. */
    sending: isSubmitting ? navigation.formData : undefined,
    action,
    /** Which request the problems are about, for a form of several: the last one that this browser or the server read. */
    kind: foundHere?.since === answer ? foundHere?.kind : answer?.kind,
    /** What the server last answered. */
    answer,
    stored: answer?.stored,
    /** Nothing has been sent yet: fields show what the page presets. */
    isFresh: result === undefined,
    /** What was last sent in a field, as it was typed. */
    sentText: (name: keyof Fields & string): string | undefined => {
      const value = result?.initialValue?.[name];
      return typeof value === 'string' ? value : undefined;
    },
    formProps: {
      ...formProps,
      method: 'post' as const,
      encType: 'multipart/form-data' as const,
      noValidate: true,
      preventScrollReset: true,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        // A second tap while the first is under way: the same enquiry, so nothing to do.
        if (isSubmitting) {
          event.preventDefault();
          return;
        }
        const { submitter } = event.nativeEvent as SubmitEvent;
        if (submitter instanceof HTMLButtonElement && submitter.formNoValidate) return;
        setAttempts((count) => count + 1);
        onSubmit(event);
        if (event.defaultPrevented) setFoundHere({ since: answer, kind: kindOf(submitter) });
        if (!event.defaultPrevented && needsPause()) event.preventDefault();
        sent.current = event.defaultPrevented ? undefined : { kind: kindOf(submitter) };
      },
    },
  };
}

/** The request whose button was pressed. */
function kindOf(submitter: HTMLElement | null): string | undefined {
  return submitter instanceof HTMLButtonElement && submitter.name === kindFieldName ? submitter.value : undefined;
}

/**
 * A form is sent when its files have gone up or given up. If the server has not taken one of them, the visitor is told
 * first, once, as after a post.
 */
function useUploadsBeforeSending(formId: string, files: FilesOnServer) {
  const uploads = useFormUploads(formId);
  const { isAwaited, underWay } = uploads;
  const [told, setTold] = useState<{ since: FilesOnServer; refused: readonly RefusedFile[] }>();
  const known = useRef<readonly RefusedFile[]>([]);

  useEffect(() => {
    if (!isAwaited || underWay > 0) return;
    setAwaited(formId, false);
    // Not `requestSubmit`, which Safari has since version 16 only.
    document.getElementById(formId)?.querySelector<HTMLElement>('button[type=submit]:not([name])')?.click();
  }, [formId, isAwaited, underWay]);

  const toldNow = told?.since === files ? told.refused : [];
  return {
    refusedFiles: [...files.errors, ...toldNow],
    /** The last attempt ended here, with files that the server has not taken. */
    hasToldOfFiles: toldNow.length > 0,
    /** Whether the form must not be sent yet; called for each attempt. */
    needsPause: (): boolean => {
      if (underWay > 0) {
        setAwaited(formId, true);
        return true;
      }
      const isNews = uploads.refused.some((file) => !known.current.includes(file));
      known.current = uploads.refused;
      setTold({ since: files, refused: isNews ? uploads.refused : [] });
      return isNews;
    },
  };
}

/** Keeps what the router would do to a form that is being sent from being its end. */
function useSafeSubmission(isSubmitting: boolean): void {
  useEffect(() => {
    if (!isSubmitting) return;
    // Coming back from the receipt, the browser may show this page as it was left: still sending.
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) location.reload();
    };
    // A jump within the page is a navigation to the router, which would break the upload off without a word.
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
  }, [isSubmitting]);
}

/** Of two sources the one that has changed last. */
function useNewest<Value>(...sources: [Value | undefined, Value | undefined]): Value | undefined {
  const before = useRef(sources);
  const newest = useRef(sources[0] ?? sources[1]);
  for (const [index, source] of sources.entries()) {
    if (source !== undefined && source !== before.current[index]) newest.current = source;
  }
  before.current = [sources[0] ?? before.current[0], sources[1] ?? before.current[1]];
  return newest.current;
}

/** The newest value that was there at all. */
function useLast<Value>(value: Value | undefined): Value | undefined {
  const last = useRef(value);
  if (value !== undefined) last.current = value;
  return last.current;
}

export type EnquiryForm<Fields extends Record<string, unknown>> = ReturnType<typeof useEnquiryForm<Fields>>;
