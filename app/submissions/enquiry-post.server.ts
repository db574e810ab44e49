import { type ActionFunctionArgs, redirectDocument } from '@remix-run/node';
import type { SentFields } from '#app/enquiries/enquiry.ts';
import type { FormAnswer } from '#app/enquiries/form-answer.ts';
import type { AnyFormDefinition, FormChoice } from '#app/enquiries/kinds/enquiry-kinds.server.ts';
import { lastSentCookie } from '#app/enquiries/last-sent.server.ts';
import { receiptCookie, receiptPath } from '#app/enquiries/receipt/receipt-address.server.ts';
import type { ReceiptNews } from '#app/enquiries/receipt/receipt-view.ts';
import { readEnquiry } from '#app/enquiries/store/read-enquiry.server.ts';
import { originOf } from '#app/env/origin.server.ts';
import { formKeyFieldName, honeypotFieldName, receiptFieldName } from '#app/forms/field-names.ts';
import { sentText } from '#app/forms/sent-text.ts';
import { type FormLanguage, type Language, languageCodes } from '#app/i18n/languages.ts';
import { newToken } from '#app/ids/secrets.server.ts';
import { oneOf } from '#app/problems/not-found.server.ts';
import { type Services, services } from '#app/services.server.ts';
import { isDraftToken } from '#app/uploads/drafts/draft-token.ts';
import { fileRules } from '#app/uploads/receive/file-rules.server.ts';
import { readPost } from './form-post.server.ts';
import { submitEnquiry } from './submit-enquiry.server.ts';

/**
 * POST of an enquiry, from whichever page contains its form: reads, validates, stores and delivers it.
 * @param formLanguage the form's language if it differs from the page's
 * @returns 303 to the receipt, also where the site has no room for the files; 400, 413 or 429 with everything kept; 502
 * when stored but not delivered yet; 503 when our storage failed; 200 for the buttons that only change the form
 */
export async function postEnquiry(
  { request, params, context }: ActionFunctionArgs,
  form: AnyFormDefinition | FormChoice,
  formLanguage?: FormLanguage,
) {
  const { pathname } = new URL(request.url);
  // An action runs before the loader that checks the language.
  const language = oneOf(languageCodes, params.lang);
  const site = await services();
  const post = await readPost(site, { request, context }, fileRules[form.files]);
  const { definition, problem } = 'choose' in form ? form.choose(post.fields) : { definition: form };
  const formKey = formKeyIn(post.fields);
  post.show({ kind: definition.kind, formKey: formKey ?? newToken() });

  try {
    const submission = definition.read(post.fields);
    post.show({ result: { initialValue: submission.reply().initialValue } });
    const draft = await post.keepDraft();

    const refusal = post.refusal();
    if (refusal) return refusal;
    const earlierReceipt = sentText(post.fields, receiptFieldName);
    if (post.intent) return post.answer(200, await earlierSubmission(site, earlierReceipt, language));
    if (problem) return post.answer(400, { problem });
    // What is said in words goes although the site has no room for files: the receipt tells of them.
    const wrongFiles = draft.errors.filter(({ error }) => error !== 'file_no_room');
    if (submission.status !== 'success' || wrongFiles.length > 0 || draft.isExpired) {
      return post.answer(400, { result: submission.reply() });
    }
    const wait = await site.limits.submissions.consume(context.visitorAddress);
    if (wait !== undefined) return post.comeBackIn(wait);

    const { reference, receiptToken, delivery } = await submitEnquiry(site, {
      ...({ kind: definition.kind, fields: submission.value } as SentFields),
      language: formLanguage ?? language,
      attachments: draft.files,
      privacyNotice: definition.privacyNotice,
      mayBeAutomated: sentText(post.fields, honeypotFieldName) !== undefined,
      submission: { formKey, receiptToken: earlierReceipt, sender: context.sender },
    });

    const receipt = receiptPath(language, receiptToken);
    if (delivery !== 'delivered') {
      return post.answer(502, { problem: 'error', stored: { reference, receiptToken, receipt, delivery } });
    }
    const isSecure = site.env.IS_HTTPS;
    const news: ReceiptNews = draft.errors.length > 0 ? 'sent_without_files' : 'sent';
    const cookies = new Headers({ 'Set-Cookie': await receiptCookie(receipt, isSecure).serialize(news) });
    cookies.append('Set-Cookie', lastSentCookie({ reference, kind: definition.kind }, pathname, isSecure));
    // Text browsers want a whole address, and the receipt is a page without React.
    return redirectDocument(originOf(request, site.env) + receipt, { status: 303, headers: cookies });
  } catch (error) {
    return post.notStored(error, 'request not stored');
  }
}

/** The key of the form; undefined if it has none yet, or one that is not ours. */
function formKeyIn(fields: FormData): string | undefined {
  const given = sentText(fields, formKeyFieldName);
  return isDraftToken(given) ? given : undefined;
}

/** The problem of an earlier submission that the desk has not accepted: still true after a change to the form. */
async function earlierSubmission(
  { database }: Services,
  receiptToken: string | undefined,
  language: Language,
): Promise<Pick<FormAnswer, 'problem' | 'stored'>> {
  const record = receiptToken ? await readEnquiry(database, { receiptToken }) : undefined;
  // Delivered in the meantime.
  if (!record || !receiptToken || record.parcels[0].state === 'delivered') return {};
  const receipt = receiptPath(language, receiptToken);
  const { reference } = record.enquiry;
  return { problem: 'error', stored: { reference, receiptToken, receipt, delivery: record.parcels[0].state } };
}
