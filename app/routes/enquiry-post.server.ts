import { json, redirectDocument, type ActionFunctionArgs } from '@remix-run/node';
import type { SentFields } from '#app/enquiries/enquiry.ts';
import type { AnyRecipe, RecipeChoice } from '#app/enquiries/enquiry-recipe.server.ts';
import type { FormAnswer } from '#app/enquiries/form-answer.ts';
import { readEnquiry } from '#app/enquiries/read-enquiry.server.ts';
import { receiptCookie, receiptPath } from '#app/enquiries/receipt/receipt-address.server.ts';
import { submitEnquiry } from '#app/enquiries/submit-enquiry.server.ts';
import { languageOfPath, type Language, type Wording } from '#app/i18n/languages.ts';
import { services, type Services } from '#app/services.server.ts';
import { filesOnServer } from '#app/uploads/drafts.server.ts';
import { receiptFieldName, trapFieldName } from '#app/uploads/field-names.ts';
import { keepFiles } from '#app/uploads/keep-file.server.ts';
import { readUpload } from '#app/uploads/read-upload.server.ts';
import { consentOf, filesOfDraft, intentOf, keepDraft, sentText, statusOf } from './form-post.server.ts';
import { notFound } from './not-found.server.ts';
import { originOf } from './origin.server.ts';

/**
 * POST of an enquiry, from whichever page carries its form.
 * @param wording the form's language where it is not the page's
 *
 * 303 to the receipt; 400, 413 or 429 with everything kept; 502 when stored but not delivered yet; 503 when our
 * storage failed; 200 for the buttons that only change the form.
 */
export async function postEnquiry(
  { request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>,
  recipes: AnyRecipe | RecipeChoice,
  wording?: Wording,
) {
  const language = languageOfPath(new URL(request.url).pathname);
  // An action runs before the loader that checks the language.
  if (!language) throw notFound();
  const site = await services();
  const upload = await readUpload(request, keepFiles(site.files, recipes.files));
  const { recipe, problem } = 'choose' in recipes ? recipes.choose(upload.fields) : { recipe: recipes };
  const intent = intentOf(upload);
  const page: Pick<FormAnswer, 'kind' | 'result' | 'files'> = { kind: recipe.kind };
  const { said, headers } = consentOf(request, upload, site);
  const answer = (status: number, body: Omit<FormAnswer, 'failed'>) =>
    json<FormAnswer>(
      { failed: status >= 400 || Boolean(body.problem), ...page, ...said, ...body },
      { status, headers },
    );

  try {
    const submission = recipe.read(upload.fields, language);
    page.result = { initialValue: submission.reply().initialValue };
    const draft = await keepDraft(site, upload, recipes.files);
    page.files = filesOnServer(draft);

    if (upload.problem) {
      if (upload.cause) site.log.error({ err: upload.cause }, 'upload not stored');
      return answer(statusOf[upload.problem] ?? 400, { problem: upload.problem });
    }
    if (intent) return answer(200, await earlierSending(site, sentText(upload.fields, receiptFieldName), language));
    if (problem) return answer(400, { problem });
    if (submission.status !== 'success' || draft.errors.length > 0 || draft.isExpired) {
      return answer(400, { result: submission.reply() });
    }

    const wait = await site.limits.sendings.take(context.visitorAddress);
    if (wait !== undefined) {
      headers.set('Retry-After', String(wait));
      return answer(429, { problem: 'limited' });
    }

    const { reference, receiptToken, delivery } = await submitEnquiry(site, {
      ...({ kind: recipe.kind, fields: submission.value } as SentFields),
      language: wording ?? language,
      attachments: draft.files,
      privacyNotice: recipe.privacyNotice,
      mayBeAutomated: sentText(upload.fields, trapFieldName) !== undefined,
    });
    const receipt = receiptPath(language, receiptToken);
    if (delivery !== 'delivered') {
      return answer(502, { problem: 'error', stored: { reference, receiptToken, receipt, delivery } });
    }
    // Text browsers want a whole address, and the receipt is a page without React.
    return redirectDocument(originOf(request, site.env) + receipt, {
      status: 303,
      headers: { 'Set-Cookie': await receiptCookie(receipt, site.env.IS_HTTPS).serialize('sent') },
    });
  } catch (error) {
    site.log.error({ err: error }, 'request not stored');
    page.files ??= await filesOfDraft(site, upload);
    return answer(503, { problem: 'storage_failed' });
  }
}

/** What the page said of a sending that the desk had not taken: it stays true when the page is only changed. */
async function earlierSending(
  { database }: Services,
  receiptToken: string | undefined,
  language: Language,
): Promise<Pick<FormAnswer, 'problem' | 'stored'>> {
  const record = receiptToken ? await readEnquiry(database, { receiptToken }) : undefined;
  // Handed over meanwhile: there is nothing to warn of any more.
  if (!record || !receiptToken || record.parcels[0].state === 'delivered') return {};
  const receipt = receiptPath(language, receiptToken);
  const { reference } = record.enquiry;
  return { problem: 'error', stored: { reference, receiptToken, receipt, delivery: record.parcels[0].state } };
}
