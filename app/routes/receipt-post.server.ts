import { json, redirectDocument } from '@remix-run/node';
import { parseWithZod } from '@conform-to/zod/v4';
import { addDocuments, correctContactDetails, type Addition } from '#app/enquiries/add-to-enquiry.server.ts';
import { isFlight } from '#app/enquiries/enquiry.ts';
import { knownFields } from '#app/forms/known-fields.ts';
import type { FormAnswer } from '#app/enquiries/form-answer.ts';
import { readEnquiry } from '#app/enquiries/read-enquiry.server.ts';
import { contactDetailNames } from '#app/enquiries/receipt/contact-details-fields.ts';
import { contactDetailsSchema } from '#app/enquiries/receipt/contact-details-schema.ts';
import { receiptCookie, receiptPath } from '#app/enquiries/receipt/receipt-address.server.ts';
import type { ReceiptNews } from '#app/enquiries/receipt/receipt-view.ts';
import { patienceFor } from '#app/enquiries/submit-enquiry.server.ts';
import { languageOfPath } from '#app/i18n/languages.ts';
import { services } from '#app/services.server.ts';
import { filesOnServer } from '#app/uploads/drafts.server.ts';
import { draftFieldName, kindFieldName } from '#app/uploads/field-names.ts';
import { fileRules } from '#app/uploads/file-rules.server.ts';
import { keepFiles } from '#app/uploads/keep-file.server.ts';
import { readUpload } from '#app/uploads/read-upload.server.ts';
import { consentOf, filesOfDraft, intentOf, keepDraft, sentText, statusOf } from './form-post.server.ts';
import { notFound } from './not-found.server.ts';
import { originOf } from './origin.server.ts';

/**
 * POST to a receipt: documents that come later, or contact details to correct.
 * 303 back to the receipt; 400 with everything kept; 404 and 410 as the receipt itself; 503 when our storage failed.
 */
export async function postToReceipt(request: Request, token: string) {
  const language = languageOfPath(new URL(request.url).pathname);
  if (!language) throw notFound();
  const site = await services();
  const record = await readEnquiry(site.database, { receiptToken: token });
  const rules = fileRules[record && isFlight(record.enquiry.kind) ? 'medical' : 'letter'];
  const receipt = receiptPath(language, token);
  const keeper = keepFiles(site.files, rules);
  const upload = await readUpload(request, keeper);
  if (!record) {
    await Promise.all(upload.files.map((file) => keeper.discard(file)));
    const draft = sentText(upload.fields, draftFieldName);
    if (draft) await site.drafts.discard(draft);
    // The page that follows tells whether it has been erased or never was.
    return redirectDocument(originOf(request, site.env) + receipt, { status: 303 });
  }

  const kind = sentText(upload.fields, kindFieldName) === 'details' ? 'details' : 'documents';
  const page: Pick<FormAnswer, 'kind' | 'result' | 'files'> = { kind };
  const { said, headers } = consentOf(request, upload, site);
  const answer = (status: number, body: Omit<FormAnswer, 'failed'>) =>
    json<FormAnswer>({ failed: status >= 400, ...page, ...said, ...body }, { status, headers });
  const { id } = record.enquiry;

  try {
    const details = parseWithZod(knownFields(upload.fields, contactDetailNames), { schema: contactDetailsSchema });
    if (kind === 'details') page.result = { initialValue: details.reply().initialValue };
    const draft = await keepDraft(site, upload, rules);
    page.files = filesOnServer(draft);
    if (upload.problem) {
      if (upload.cause) site.log.error({ err: upload.cause }, 'upload not stored');
      return answer(statusOf[upload.problem] ?? 400, { problem: upload.problem });
    }
    if (intentOf(upload)) return answer(200, {});

    let addition: Addition;
    if (kind === 'details') {
      if (details.status !== 'success') return answer(400, { result: details.reply() });
      addition = await correctContactDetails(site.database, id, details.value, site.desk.name, Date.now());
    } else {
      if (draft.errors.length > 0 || draft.isExpired) return answer(400, {});
      if (draft.files.length === 0) return answer(400, { problem: 'nothing_chosen' });
      const { newFiles } = site.quarantine;
      addition = await addDocuments(site.database, id, draft.files, site.desk.name, Date.now(), newFiles);
    }
    if (addition.outcome === 'full') return answer(400, { problem: 'full' });
    // Stored is what counts: the receipt says whether the desk has it already.
    if (addition.outcome === 'added') await site.delivery.attempt(addition.parcelId, patienceFor(draft.files));
    if (addition.outcome === 'gone' && draft.token) await site.drafts.discard(draft.token);
    const news: ReceiptNews | undefined = addition.outcome === 'gone' ? undefined : kind;
    return redirectDocument(originOf(request, site.env) + receipt, {
      status: 303,
      headers: news ? { 'Set-Cookie': await receiptCookie(receipt, site.env.IS_HTTPS).serialize(news) } : {},
    });
  } catch (error) {
    site.log.error({ err: error }, 'addition not stored');
    page.files ??= await filesOfDraft(site, upload);
    return answer(503, { problem: 'storage_failed' });
  }
}
