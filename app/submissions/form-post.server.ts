import { type ActionFunctionArgs, json, type TypedResponse } from '@remix-run/node';
import { consentHeaders } from '#app/consent/consent-headers.server.ts';
import { choiceOf } from '#app/consent/consent-intent.ts';
import type { FormAnswer, FormProblem } from '#app/enquiries/form-answer.ts';
import { originOf } from '#app/env/origin.server.ts';
import { draftFieldName, intentFieldName } from '#app/forms/field-names.ts';
import { sentText } from '#app/forms/sent-text.ts';
import type { Services } from '#app/services.server.ts';
import { type Draft, filesOnServer } from '#app/uploads/drafts/drafts.server.ts';
import { type FileRules, keepFiles } from '#app/uploads/receive/keep-file.server.ts';
import { readUpload } from '#app/uploads/receive/read-upload.server.ts';
import { filesOfDraft, keepDraft } from './post-draft.server.ts';

/** Status of the answer to a post that is wrong as a whole; 400 for those that are not here. */
const statusOf: Partial<Record<FormProblem, number>> = {
  unreadable: 400,
  too_much: 413,
  busy: 503,
  storage_failed: 503,
};

/** What every answer to a post shows of it, so that nothing is lost. */
type Shown = Pick<FormAnswer, 'kind' | 'result' | 'files' | 'formKey'>;

/** A form's post as it was read, its files stored already, and the answers to it that are no redirect. */
export interface FormPost {
  fields: FormData;
  /** The button that was pressed; undefined for the one that sends. */
  intent: string | undefined;
  /** From here on every answer shows this as well. */
  show(shown: Shown): void;
  /** Brings the post's draft of files up to date, and shows it. @throws when the database does not answer */
  keepDraft(): Promise<Draft>;
  /** Throws the files of this post away, and its draft: there is nothing that they could belong to. */
  discardFiles(): Promise<void>;
  answer(status: number, body: Omit<FormAnswer, 'failed'>): TypedResponse<FormAnswer>;
  /** 429: too many of them came from this visitor. */
  comeBackIn(seconds: number): TypedResponse<FormAnswer>;
  /** 400, 413 or 503 where not all of the post came or could be stored; undefined where it did. */
  refusal(): TypedResponse<FormAnswer> | undefined;
  /** 503, with as much of the draft as is known. @param what could not be stored, for the log */
  notStored(error: unknown, what: string): Promise<TypedResponse<FormAnswer>>;
}

/** Reads the post of a form to its end. @param rules what files it takes: they are stored as they arrive */
export async function readPost(
  site: Services,
  { request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>,
  rules: FileRules,
): Promise<FormPost> {
  const keeper = keepFiles(site.files, rules);
  const { fields, files, problem, cause } = await readUpload(request, keeper, context.evictionSignal);
  const intent = sentText(fields, intentFieldName);
  const consent = consentOf(request, intent, site);
  const shown: Shown = {};

  const answer = (status: number, body: Omit<FormAnswer, 'failed'>) => {
    const failed = status >= 400 || Boolean(body.problem);
    return json<FormAnswer>({ failed, ...shown, ...consent.said, ...body }, { status, headers: consent.headers });
  };
  const reportError = (error: unknown, what: string) => {
    site.log.error({ err: error }, what);
    site.notices.storageFailed();
  };

  return {
    fields,
    intent,
    show(more) {
      Object.assign(shown, more);
    },
    async keepDraft() {
      const draft = await keepDraft(site, fields, files, rules.limits, intent);
      shown.files = filesOnServer(draft);
      return draft;
    },
    async discardFiles() {
      await Promise.all(files.map((file) => keeper.discard(file)));
      const draft = sentText(fields, draftFieldName);
      if (draft) await site.drafts.discard(draft);
    },
    answer,
    comeBackIn(seconds) {
      consent.headers.set('Retry-After', String(seconds));
      return answer(429, { problem: 'limited' });
    },
    refusal() {
      if (cause) reportError(cause, 'upload not stored');
      return problem && answer(statusOf[problem] ?? 400, { problem });
    },
    async notStored(error, what) {
      reportError(error, what);
      shown.files ??= await filesOfDraft(site, fields);
      return answer(503, { problem: 'storage_failed' });
    },
  };
}

/**
 * Without scripts the consent banner's buttons post the page's own form, so that nothing typed is lost: what such a post
 * adds to the answer, and its cookie.
 */
function consentOf(
  request: Request,
  intent: string | undefined,
  { env }: Pick<Services, 'env'>,
): { said: Pick<FormAnswer, 'hasChosenCookies'>; headers: Headers } {
  const choice = choiceOf(intent, () => false);
  if (!choice) return { said: {}, headers: new Headers() };
  return { said: { hasChosenCookies: true }, headers: consentHeaders(request, choice, originOf(request, env)) };
}
