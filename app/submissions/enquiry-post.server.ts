import { type ActionFunctionArgs, redirectDocument } from '@remix-run/node';
import { phoneAsTyped } from '#app/enquiries/contact-details/contact-detail-fields.ts';
import type { SubmittedFields } from '#app/enquiries/enquiry.ts';
import { journeyOfFields } from '#app/enquiries/form/form-journey.server.ts';
import type { FormActionData } from '#app/enquiries/form-action-data.ts';
import type { AnyFormDefinition, FormChoice } from '#app/enquiries/kinds/enquiry-kinds.server.ts';
import { lastSentCookie } from '#app/enquiries/last-sent.server.ts';
import { receiptCookie, receiptPath } from '#app/enquiries/receipt/receipt-address.server.ts';
import type { ReceiptFlashMessage } from '#app/enquiries/receipt/receipt-view.ts';
import { readEnquiry } from '#app/enquiries/store/read-enquiry.server.ts';
import { publicOrigin } from '#app/env/origin.server.ts';
import { formKeyFieldName, honeypotFieldName, receiptFieldName } from '#app/forms/field-names.ts';
import { submittedText } from '#app/forms/submitted-text.ts';
import { documentLanguageOf } from '#app/i18n/language-choice.server.ts';
import { type Language, languageCodes } from '#app/i18n/languages.ts';
import { newToken } from '#app/ids/secrets.server.ts';
import { requireOneOf } from '#app/problems/not-found.server.ts';
import { type Services, services } from '#app/services.server.ts';
import { isDraftToken } from '#app/uploads/drafts/draft-token.ts';
import { fileRules } from '#app/uploads/receive/file-rules.server.ts';
import { readPost } from './form-post.server.ts';
import { submitEnquiry } from './submit-enquiry.server.ts';

/**
 * Handles the POST of an enquiry form on any page: reads, validates, stores and delivers the enquiry.
 * @returns 303 to the receipt, even if there was no disk space for the files; 400, 413 or 429 with all input preserved; 502
 * if the enquiry is stored but not delivered yet; 503 if our storage failed; 200 for buttons that only change the form
 */
export async function postEnquiry(
  { request, params, context }: ActionFunctionArgs,
  form: AnyFormDefinition | FormChoice,
) {
  const { pathname } = new URL(request.url);
  // The action runs before the loader, which would check the language.
  const language = requireOneOf(languageCodes, params.lang);
  const formLanguage = documentLanguageOf({ request, context });
  const site = await services();
  const post = await readPost(site, { request, context }, fileRules[form.files]);
  const { definition, problem } = 'choose' in form ? form.choose(post.fields) : { definition: form };
  const formKey = readFormKey(post.fields);
  post.preserve({ kind: definition.kind, formKey: formKey ?? newToken() });

  try {
    post.preserve({ result: { initialValue: definition.parse(post.fields).reply().initialValue } });
    const draft = await post.updateDraft();
    // Without disk space for its files, the enquiry is still submitted; the receipt reports the missing files.
    const rejectedFiles = draft.errors.filter(({ error }) => error !== 'file_no_room');
    const hasFiles = draft.files.length > 0 || draft.errors.length > rejectedFiles.length;
    const submission = definition.parse(post.fields, hasFiles);

    if (definition.receiptType === 'flight' && (post.intent || submission.status !== 'success'))
      post.preserve(await journeyOfFields(post.fields, post.intent, formLanguage));
    const failure = post.respondToFailedUpload();
    if (failure) return failure;
    const earlierReceiptToken = submittedText(post.fields, receiptFieldName);
    if (post.intent) return post.respond(200, await earlierProblem(site, earlierReceiptToken, language));
    if (problem) return post.respond(400, { problem });
    if (submission.status !== 'success' || rejectedFiles.length > 0 || draft.isExpired) {
      return post.respond(400, { result: submission.reply() });
    }
    const retryAfterSeconds = await site.limits.submissions.consume(context.visitorAddress);
    if (retryAfterSeconds !== undefined) return post.respondRateLimited(retryAfterSeconds);

    const typedPhone = submittedText(post.fields, definition.phoneFieldName);
    const phoneTyped = phoneAsTyped(typedPhone, submission.value.phone);
    const { reference, receiptToken, delivery } = await submitEnquiry(
      site,
      {
        ...({ kind: definition.kind, fields: { ...submission.value, phoneTyped } } as SubmittedFields),
        language: formLanguage,
        attachments: draft.files,
        privacyNotice: definition.privacyNotice,
        mayBeAutomated: submittedText(post.fields, honeypotFieldName) !== undefined,
        submission: { formKey, receiptToken: earlierReceiptToken, sender: context.sender },
      },
      context.trace,
    );

    const receipt = receiptPath(language, receiptToken);
    if (delivery !== 'delivered') {
      return post.respond(502, { problem: 'error', stored: { reference, receiptToken, receipt, delivery } });
    }
    const isSecure = site.env.IS_HTTPS;
    const flashMessage: ReceiptFlashMessage = draft.errors.length > 0 ? 'sent_without_files' : 'sent';
    const cookies = new Headers({ 'Set-Cookie': await receiptCookie(receipt, isSecure).serialize(flashMessage) });
    cookies.append('Set-Cookie', lastSentCookie({ reference, kind: definition.kind }, pathname, isSecure));
    // Text browsers require an absolute URL, and the receipt is a separate document without client-side navigation.
    return redirectDocument(publicOrigin(request, site.env) + receipt, { status: 303, headers: cookies });
  } catch (error) {
    return post.respondStorageFailed(error, 'Enquiry could not be stored');
  }
}

/** Reads the form key; undefined if it is missing or malformed. */
function readFormKey(fields: FormData): string | undefined {
  const formKey = submittedText(fields, formKeyFieldName);
  return isDraftToken(formKey) ? formKey : undefined;
}

/** Returns the problem to show again if an earlier submission of this form has still not been delivered. */
async function earlierProblem(
  { database }: Services,
  receiptToken: string | undefined,
  language: Language,
): Promise<Pick<FormActionData, 'problem' | 'stored'>> {
  const record = receiptToken ? await readEnquiry(database, { receiptToken }) : undefined;
  // The enquiry has been delivered or erased in the meantime.
  if (!record || !receiptToken || record.outboxMessages[0].state === 'delivered') return {};
  const receipt = receiptPath(language, receiptToken);
  const { reference } = record.enquiry;
  return { problem: 'error', stored: { reference, receiptToken, receipt, delivery: record.outboxMessages[0].state } };
}
