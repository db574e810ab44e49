import { type ActionFunctionArgs, json, type TypedResponse } from '@remix-run/node';
import { consentHeaders } from '#app/consent/consent-headers.server.ts';
import { parseConsentChoice } from '#app/consent/consent-intent.ts';
import { outageRetryAfter } from '#app/database/database-error.ts';
import type { FormActionData, FormProblem } from '#app/enquiries/form-action-data.ts';
import { publicOrigin } from '#app/env/origin.server.ts';
import { draftFieldName, intentFieldName } from '#app/forms/field-names.ts';
import { submittedText } from '#app/forms/submitted-text.ts';
import type { Services } from '#app/services.server.ts';
import { type Draft, toFilesOnServer } from '#app/uploads/drafts/drafts.server.ts';
import { readUpload } from '#app/uploads/receive/read-upload.server.ts';
import { type FileRules, storeFiles } from '#app/uploads/receive/store-files.server.ts';
import { readDraftFiles, updateDraft } from './submission-draft.server.ts';

/** Response status of each problem with the submission as a whole. All others have 400. */
const problemStatus: Partial<Record<FormProblem, number>> = {
  unreadable: 400,
  too_much: 413,
  busy: 503,
  storage_failed: 503,
};

/** Everything that the page needs to keep the visitor's input. Part of every response to the submission. */
type PreservedInput = Pick<FormActionData, 'kind' | 'result' | 'files' | 'journey' | 'formKey'>;

/** The parsed submission of a form, whose files are already stored, and its possible responses other than a redirect. */
export interface FormPost {
  fields: FormData;
  /** The intent of the pressed button; undefined for the submit button. */
  intent: string | undefined;
  /** Adds input to all later responses. */
  preserve(input: PreservedInput): void;
  /** Updates the draft with the submission's files and adds it to all later responses. @throws if the database fails */
  updateDraft(): Promise<Draft>;
  /** Deletes the submission's files and its draft, because the enquiry that they were meant for does not exist. */
  discardFiles(): Promise<void>;
  /** Returns a response with this status, the preserved input and `body`. */
  respond(status: number, body: Omit<FormActionData, 'failed'>): TypedResponse<FormActionData>;
  /** Returns a 429 response: the visitor has reached the limit. */
  respondRateLimited(retryAfterSeconds: number): TypedResponse<FormActionData>;
  /** Returns a 400, 413 or 503 response if the submission was incomplete or could not be stored; otherwise undefined. */
  respondToFailedUpload(): TypedResponse<FormActionData> | undefined;
  /** Logs a storage failure and returns a 503 response, with the draft if it can be read. */
  respondStorageFailed(error: unknown, logMessage: string): Promise<TypedResponse<FormActionData>>;
}

/** Reads a form submission completely, storing files as they arrive. @param rules which files the form accepts */
export async function readPost(
  site: Services,
  { request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>,
  rules: FileRules,
): Promise<FormPost> {
  const fileReceiver = storeFiles(site.files, rules);
  const { evictionSignal } = context;
  const { fields, files, problem, cause } = await readUpload(request, fileReceiver, { evictionSignal });
  context.submitted = fields;
  const intent = submittedText(fields, intentFieldName);
  const consent = consentResponse(request, intent, site);
  const preserved: PreservedInput = {};

  const respond = (status: number, body: Omit<FormActionData, 'failed'>) => {
    const failed = status >= 400 || Boolean(body.problem);
    if (status === 503) consent.headers.set('Retry-After', String(outageRetryAfter));
    return json<FormActionData>(
      { failed, ...preserved, ...consent.body, ...body },
      { status, headers: consent.headers },
    );
  };
  const reportError = (error: unknown, logMessage: string) => {
    site.log.error({ err: error }, logMessage);
    site.notices.reportStorageFailure();
  };

  return {
    fields,
    intent,
    preserve(input) {
      Object.assign(preserved, input);
    },
    async updateDraft() {
      const draft = await updateDraft(site, fields, files, rules.limits, intent);
      preserved.files = toFilesOnServer(draft);
      return draft;
    },
    async discardFiles() {
      await Promise.all(files.map((file) => fileReceiver.discard(file)));
      const draftToken = submittedText(fields, draftFieldName);
      if (draftToken) await site.drafts.discard(draftToken);
    },
    respond,
    respondRateLimited(retryAfterSeconds) {
      consent.headers.set('Retry-After', String(retryAfterSeconds));
      return respond(429, { problem: 'limited' });
    },
    respondToFailedUpload() {
      if (cause) reportError(cause, 'upload not stored');
      return problem && respond(problemStatus[problem] ?? 400, { problem });
    },
    async respondStorageFailed(error, logMessage) {
      reportError(error, logMessage);
      preserved.files ??= await readDraftFiles(site, fields);
      return respond(503, { problem: 'storage_failed' });
    },
  };
}

/**
 * Returns what a submission by the consent banner adds to the response. Without JavaScript, the banner's buttons submit
 * the page's own form, so that typed input is not lost.
 * @returns empty body and headers if the submission is not by the consent banner
 */
function consentResponse(
  request: Request,
  intent: string | undefined,
  { env }: Pick<Services, 'env'>,
): { body: Pick<FormActionData, 'hasChosenCookies'>; headers: Headers } {
  const choice = parseConsentChoice(intent, () => false);
  if (!choice) return { body: {}, headers: new Headers() };
  return { body: { hasChosenCookies: true }, headers: consentHeaders(request, choice, publicOrigin(request, env)) };
}
