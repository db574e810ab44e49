import { json, redirectDocument } from '@remix-run/node';
import type { EnquiryFields, EnquiryKind } from '#app/enquiries/enquiry.ts';
import type { EnquiryRecipe } from '#app/enquiries/enquiry-recipe.server.ts';
import type { FormAnswer, FormProblem } from '#app/enquiries/form-answer.ts';
import { readEnquiry } from '#app/enquiries/read-enquiry.server.ts';
import { receiptCookie, receiptPath } from '#app/enquiries/receipt.server.ts';
import { submitEnquiry } from '#app/enquiries/submit-enquiry.server.ts';
import { languageOfPath, type Language } from '#app/i18n/languages.ts';
import { services, type Services } from '#app/services.server.ts';
import { filesOnServer } from '#app/uploads/drafts.server.ts';
import {
  discardIntent,
  draftFieldName,
  intentFieldName,
  receiptFieldName,
  removedFieldName,
  removeIntent,
} from '#app/uploads/field-names.ts';
import type { FilesOnServer } from '#app/uploads/file-status.ts';
import { keepFiles } from '#app/uploads/keep-file.server.ts';
import { readUpload } from '#app/uploads/read-upload.server.ts';
import { notFound } from './not-found.server.ts';
import { originOf } from './origin.server.ts';

const statusOf: Partial<Record<FormProblem, number>> = { unreadable: 400, too_much: 413, storage_failed: 503 };

/**
 * POST of an enquiry, from whichever page carries its form.
 * 303 to the receipt; 400 or 413 with everything kept; 502 when stored but not delivered yet; 503 when our
 * storage failed; 200 for the buttons that only change the form.
 */
export async function postEnquiry<Kind extends EnquiryKind>(request: Request, recipe: EnquiryRecipe<Kind>) {
  const { kind, read, limits, privacyNotice } = recipe;
  const language = languageOfPath(new URL(request.url).pathname);
  // An action runs before the loader that checks the language.
  if (!language) throw notFound();
  const site = await services();
  const upload = await readUpload(request, keepFiles(site.files, recipe));
  const intent = text(upload.fields, intentFieldName);
  const token = text(upload.fields, draftFieldName);
  const page: Pick<FormAnswer, 'result' | 'files'> = {};
  const answer = (status: number, body: Omit<FormAnswer, 'failed'>) =>
    json<FormAnswer>({ failed: status >= 400 || Boolean(body.problem), ...page, ...body }, { status });

  try {
    const submission = read(upload.fields, language);
    page.result = { initialValue: submission.reply().initialValue };
    if (token) await site.drafts.remove(token, removedFiles(upload.fields, intent));
    const isDiscarded = token !== undefined && intent === discardIntent;
    if (isDiscarded) await site.drafts.discard(token);
    const draft = await site.drafts.keep(isDiscarded ? undefined : token, upload.files, limits);
    page.files = filesOnServer(draft);

    if (upload.problem) {
      if (upload.cause) site.log.error({ err: upload.cause }, 'upload not stored');
      return answer(statusOf[upload.problem] ?? 400, { problem: upload.problem });
    }
    if (intent) return answer(200, await earlierSending(site, text(upload.fields, receiptFieldName), language));
    if (submission.status !== 'success' || draft.errors.length > 0 || draft.isExpired) {
      return answer(400, { result: submission.reply() });
    }

    const { reference, receiptToken, delivery } = await submitEnquiry(site, {
      kind,
      language,
      fields: submission.value satisfies EnquiryFields[Kind],
      attachments: draft.files,
      privacyNotice,
    });
    const receipt = receiptPath(language, receiptToken);
    if (delivery !== 'delivered') {
      return answer(502, { problem: 'error', stored: { reference, receiptToken, receipt, delivery } });
    }
    // Text browsers want a whole address, and the receipt is a page without React.
    return redirectDocument(originOf(request, site.env) + receipt, {
      status: 303,
      headers: { 'Set-Cookie': await receiptCookie(receipt).serialize('sent') },
    });
  } catch (error) {
    site.log.error({ err: error }, 'request not stored');
    page.files ??= token ? await filesOfDraft(site, token) : undefined;
    return answer(503, { problem: 'storage_failed' });
  }
}

/** The draft's files for a page that tells of a fault: its token comes back even when the database does not answer. */
async function filesOfDraft({ drafts, log }: Services, token: string): Promise<FilesOnServer> {
  try {
    return filesOnServer(await drafts.peek(token));
  } catch (error) {
    log.error({ err: error }, 'draft not read');
    return { token, files: [], errors: [], isExpired: false };
  }
}

/** What the page said of a sending that the desk had not taken: it stays true when the page is only changed. */
async function earlierSending(
  { database }: Services,
  receiptToken: string | undefined,
  language: Language,
): Promise<Pick<FormAnswer, 'problem' | 'stored'>> {
  const record = receiptToken ? await readEnquiry(database, { receiptToken }) : undefined;
  if (!record || !receiptToken) return {};
  const receipt = receiptPath(language, receiptToken);
  const { reference } = record.enquiry;
  return { problem: 'error', stored: { reference, receiptToken, receipt, delivery: record.delivery.state } };
}

/** Ids of the files to take out: that of a remove button, and those taken out in the browser before. */
function removedFiles(fields: FormData, intent: string | undefined): string[] {
  const ids = fields.getAll(removedFieldName).filter((id) => typeof id === 'string');
  return intent?.startsWith(removeIntent) ? [...ids, intent.slice(removeIntent.length)] : ids;
}

function text(fields: FormData, name: string): string | undefined {
  const value = fields.get(name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
