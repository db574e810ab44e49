import { type ActionFunctionArgs, redirectDocument } from '@remix-run/node';
import { phoneAsTyped } from '#app/enquiries/contact-details/contact-detail-fields.ts';
import {
  addAnswer,
  addDocuments,
  type AdditionResult,
  correctContactDetails,
} from '#app/enquiries/correspondence/add-to-enquiry.server.ts';
import { setEmailPreference } from '#app/enquiries/correspondence/email-preference.server.ts';
import { isFromSentLink, revokeSentLinks } from '#app/enquiries/correspondence/sent-links.server.ts';
import { enquiryKinds } from '#app/enquiries/kinds/enquiry-kinds.server.ts';
import { answerFieldNames } from '#app/enquiries/receipt/additions/answer-fields.ts';
import { answerSchema } from '#app/enquiries/receipt/additions/answer-schema.ts';
import { contactDetailNames } from '#app/enquiries/receipt/additions/contact-details-fields.ts';
import { contactDetailsSchema } from '#app/enquiries/receipt/additions/contact-details-schema.ts';
import { mailKind, wantsMailField, withdrawKind } from '#app/enquiries/receipt/link-settings-fields.ts';
import { receiptCookie, receiptPath } from '#app/enquiries/receipt/receipt-address.server.ts';
import { missingDetails } from '#app/enquiries/receipt/receipt-view.server.ts';
import type { ReceiptFlashMessage } from '#app/enquiries/receipt/receipt-view.ts';
import { readEnquiry } from '#app/enquiries/store/read-enquiry.server.ts';
import { publicOrigin } from '#app/env/origin.server.ts';
import { kindFieldName } from '#app/forms/field-names.ts';
import { pickKnownFields } from '#app/forms/schemas/known-fields.ts';
import { parseFields } from '#app/forms/schemas/parse-fields.server.ts';
import { submittedText } from '#app/forms/submitted-text.ts';
import { languageCodes } from '#app/i18n/languages.ts';
import { requireOneOf } from '#app/problems/not-found.server.ts';
import { services } from '#app/services.server.ts';
import { discBytesByType } from '#app/uploads/disc.ts';
import type { FileLimits } from '#app/uploads/limits.ts';
import { fileRules } from '#app/uploads/receive/file-rules.server.ts';
import type { StoredFile } from '#app/uploads/storage/stored-file.ts';
import { readPost } from '../form-post.server.ts';
import { deliveryTimeout } from '../submit-enquiry.server.ts';

/**
 * Handles a POST to a receipt, which adds documents or an answer, corrects contact details, or changes who gets its link.
 * @returns 303 back to the receipt, which responds with 404 or 410 if the enquiry does not exist; 400 or 413 with all input
 * preserved; 403 if a receipt that was opened by a sent link would change contact details; 503 if our storage failed
 */
export async function postToReceipt({ request, params, context }: ActionFunctionArgs) {
  const { token = '' } = params;
  const language = requireOneOf(languageCodes, params.lang);
  const site = await services();
  const record = await readEnquiry(site.database, { receiptToken: token }).catch(async (error: unknown) => {
    // Reads the submission, so that the error page can keep what was typed.
    await readPost(site, { request, context }, fileRules.letter);
    throw error;
  });
  const kindDefinition = record && enquiryKinds[record.enquiry.kind];
  const rules = fileRules[kindDefinition?.files ?? 'letter'];
  const receipt = receiptPath(language, token);
  const post = await readPost(site, { request, context }, rules);
  if (!record || !kindDefinition) {
    await post.discardFiles();
    // The receipt page reports whether the enquiry has been erased or never existed.
    return redirectDocument(publicOrigin(request, site.env) + receipt, { status: 303 });
  }
  const { id } = record.enquiry;
  const redirectBack = async (flashMessage: ReceiptFlashMessage | undefined) =>
    redirectDocument(publicOrigin(request, site.env) + receipt, {
      status: 303,
      headers: flashMessage
        ? { 'Set-Cookie': await receiptCookie(receipt, site.env.IS_HTTPS).serialize(flashMessage) }
        : {},
    });

  try {
    const submittedKind = submittedText(post.fields, kindFieldName);
    if (submittedKind === mailKind || submittedKind === withdrawKind) {
      await post.discardFiles();
      if (submittedKind === withdrawKind) {
        await revokeSentLinks(site.database, id, Date.now());
        return await redirectBack('links_withdrawn');
      }
      const wantsMail = site.mailsFamilies && post.fields.has(wantsMailField);
      const network = site.limits.visitorKeyOf(context.visitorAddress);
      await setEmailPreference(site.database, id, wantsMail, network, Date.now());
      return await redirectBack('mail_saved');
    }
    const kind = submittedKind === 'details' || submittedKind === 'answer' ? submittedKind : 'documents';
    post.preserve({ kind });
    const answer = parseFields(pickKnownFields(post.fields, answerFieldNames), answerSchema);
    if (kind === 'answer') post.preserve({ result: { initialValue: answer.reply().initialValue } });
    const details = parseFields(
      pickKnownFields(post.fields, contactDetailNames),
      contactDetailsSchema(missingDetails(record.enquiry.fields, kindDefinition.optionalDetails)),
    );
    if (kind === 'details') post.preserve({ result: { initialValue: details.reply().initialValue } });
    const draft = await post.updateDraft();
    const failure = post.respondToFailedUpload();
    if (failure) return failure;
    if (post.intent) return post.respond(200, {});

    let addition: AdditionResult;
    if (kind === 'details') {
      // Its digits are not enough: whoever changed the address or the number would get the next link.
      if (await isFromSentLink(site.database, token)) return post.respond(403, { problem: 'sent_link' });
      if (details.status !== 'success') return post.respond(400, { result: details.reply() });
      addition = await correctContactDetails(
        site.database,
        id,
        { ...details.value, phoneTyped: phoneAsTyped(submittedText(post.fields, 'phone'), details.value.phone) },
        site.desk.name,
        Date.now(),
        site.trustedTime.offset(),
      );
    } else {
      if (kind === 'answer' && answer.status !== 'success') return post.respond(400, { result: answer.reply() });
      if (draft.errors.length > 0 || draft.isExpired) return post.respond(400, {});
      const text = kind === 'answer' && answer.status === 'success' ? answer.value.text : undefined;
      if (text === undefined && draft.files.length === 0) {
        return post.respond(400, { problem: kind === 'answer' ? 'nothing_written' : 'nothing_chosen' });
      }
      if (hasTooManyDiscs(record.enquiry.attachments, draft.files, rules.limits)) {
        return post.respond(400, { problem: 'full' });
      }
      const { newFileState } = site.quarantine;
      const offset = site.trustedTime.offset();
      const { database, desk } = site;
      addition =
        text === undefined
          ? await addDocuments(database, id, draft.files, desk.name, Date.now(), newFileState, offset)
          : await addAnswer(database, id, { text, files: draft.files }, desk.name, Date.now(), newFileState, offset);
    }
    if (addition.outcome === 'full') return post.respond(400, { problem: 'full' });
    // The addition is already durable; the receipt shows whether it has been delivered.
    if (addition.outcome === 'added') {
      await site.delivery.attempt(addition.messageId, deliveryTimeout(draft.files), context.trace);
    }
    if (addition.outcome === 'gone' && draft.token) await site.drafts.discard(draft.token);
    return await redirectBack(addition.outcome === 'gone' ? undefined : kind);
  } catch (error) {
    return post.respondStorageFailed(error, 'Addition to an enquiry could not be stored');
  }
}

/** Whether the request's files from discs would be too large together with those to be added. */
function hasTooManyDiscs(existing: readonly StoredFile[], added: readonly StoredFile[], { disc }: FileLimits): boolean {
  return (
    disc !== undefined &&
    discBytesByType(added) > 0 &&
    discBytesByType(existing) + discBytesByType(added) > disc.maxTotalBytes
  );
}
