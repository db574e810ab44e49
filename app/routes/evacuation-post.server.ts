import { json, redirectDocument } from '@remix-run/node';
import { readEvacuation } from '#app/enquiries/evacuation/read-evacuation.server.ts';
import type { FormAnswer, FormProblem } from '#app/enquiries/form-answer.ts';
import { receiptCookie, receiptPath } from '#app/enquiries/receipt.server.ts';
import { submitEnquiry } from '#app/enquiries/submit-enquiry.server.ts';
import { languageOfRequest } from '#app/i18n/language-choice.server.ts';
import { services } from '#app/services.server.ts';
import { removedField, removeIntent } from '#app/uploads/file-field.tsx';
import { keepFiles } from '#app/uploads/keep-file.server.ts';
import { medicalFileType } from '#app/uploads/file-type.server.ts';
import { evacuationFiles } from '#app/uploads/limits.ts';
import { readUpload } from '#app/uploads/read-upload.server.ts';

const statusOf: Partial<Record<FormProblem, number>> = { unreadable: 400, too_much: 413, storage_failed: 503 };

/**
 * POST of the medical flight request, from whichever page carries the form.
 * 303 to the receipt; 400 or 413 with everything kept; 502 when stored but not delivered yet; 503 when our
 * storage failed; 200 for the buttons that only change the form.
 */
export async function postEvacuation(request: Request) {
  const site = await services();
  const { drafts, files, log, env } = site;
  const language = languageOfRequest(request);
  const upload = await readUpload(request, 'files', keepFiles(files, evacuationFiles, medicalFileType));
  const submission = readEvacuation(upload.fields, language);
  const { initialValue } = submission.reply();
  const answer = (status: number, body: Omit<FormAnswer, 'failed'>) =>
    json<FormAnswer>({ failed: status >= 400, ...body }, { status });

  try {
    const token = text(upload.fields.get('draft'));
    const intent = text(upload.fields.get('intent')) ?? 'send';
    if (token) await drafts.remove(token, removedFiles(upload.fields, intent));
    const draft = await drafts.keep(token, upload.files, evacuationFiles);
    const page = {
      files: {
        token: draft.token,
        files: draft.files.map(({ id, name, size }) => ({ id, name, size })),
        errors: draft.errors,
        isExpired: draft.isExpired,
      },
    };

    if (upload.problem) {
      if (upload.cause) log.error({ err: upload.cause }, 'upload not stored');
      return answer(statusOf[upload.problem] ?? 400, { ...page, result: { initialValue }, problem: upload.problem });
    }
    if (intent !== 'send') return answer(200, { ...page, result: { initialValue } });
    if (submission.status !== 'success' || draft.errors.length > 0 || draft.isExpired) {
      return answer(400, { ...page, result: submission.reply() });
    }

    const { reference, receiptToken, delivery } = await submitEnquiry(site, {
      kind: 'evacuation',
      language,
      fields: submission.value,
      attachments: draft.files,
      privacyNotice: 'evacuation-2026-11',
    });
    const receipt = receiptPath(language, receiptToken);
    if (delivery !== 'delivered') {
      return answer(502, { ...page, result: { initialValue }, problem: 'error', stored: { reference, receipt } });
    }
    // Text browsers want a whole address, and the receipt is a page without React.
    return redirectDocument(new URL(receipt, env.SITE_URL ?? request.url).href, {
      status: 303,
      headers: { 'Set-Cookie': await receiptCookie(receipt).serialize('sent') },
    });
  } catch (error) {
    log.error({ err: error }, 'request not stored');
    return answer(503, { result: { initialValue }, problem: 'storage_failed' });
  }
}

/** Ids of the files to take out: that of a remove button, and those taken out in the browser before. */
function removedFiles(fields: FormData, intent: string): string[] {
  const ids = fields.getAll(removedField).filter((id) => typeof id === 'string');
  return intent.startsWith(removeIntent) ? [...ids, intent.slice(removeIntent.length)] : ids;
}

function text(value: FormDataEntryValue | null): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
