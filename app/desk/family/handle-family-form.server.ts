import { sentLinkPath } from '#app/enquiries/correspondence/sent-link-path.ts';
import { readEnquiry } from '#app/enquiries/store/read-enquiry.server.ts';
import { publicOrigin } from '#app/env/origin.server.ts';
import { fileFieldName } from '#app/forms/field-names.ts';
import { pageLanguage } from '#app/i18n/languages.ts';
import { readUpload } from '#app/uploads/receive/read-upload.server.ts';
import { storeFiles } from '#app/uploads/receive/store-files.server.ts';
import { checkFormToken, type Desk, type DeskSite, textOf } from '../access.server.ts';
import { seeOther } from '../desk-route.server.tsx';
import { deskFormLimits } from '../read-form.server.ts';
import { requestPage } from '../request/request-page.server.tsx';
import { changeRequest } from '../requests/change-request.server.ts';
import { parseQuestion, sentenceField, typedText } from '../requests/family-question.ts';
import { maxNoteLength } from '../requests/request-change.ts';
import { fill } from '../texts/desk-texts.ts';
import type { RequestOutcome } from '../view/request-outcome.ts';
import { createFamilyLink, revokeFamilyLinks } from './family-links.server.ts';
import { sendFiles, sentFileRules } from './send-files.server.ts';

/** A form submitted on the request page by somebody at the desk. */
interface FamilyPost {
  desk: Desk;
  request: Request;
  routeId: string;
  /** 8 characters, see `parseReference`. */
  reference: string;
  /** Unix time in ms. */
  now: number;
}

/** The intents of the forms that {@link handleFamilyForm} responds to. */
const familyIntents = ['ask', 'link', 'withdraw'];

export function isFamilyForm(form: FormData): boolean {
  return familyIntents.includes(textOf(form, 'intent'));
}

/** Responds to a form that asks a family something, or that creates or revokes links to its page. */
export async function handleFamilyForm(
  site: DeskSite,
  { desk, request, routeId, reference, now }: FamilyPost,
  form: FormData,
): Promise<Response> {
  const { database } = site;
  const respond = (status: number, outcome: RequestOutcome) =>
    requestPage(site, { desk, routeId, reference, now, status, outcome });
  const record = await readEnquiry(database, { reference });
  if (!record) return respond(404, {});
  const { id, language } = record.enquiry;
  const change = { reference, personId: desk.person.id, now };
  const intent = textOf(form, 'intent');
  if (intent === 'link') {
    const token = await createFamilyLink(database, id, change);
    const link = token && publicOrigin(request, site.env) + sentLinkPath(pageLanguage(language), token);
    return respond(200, link === undefined ? {} : { link });
  }
  if (intent === 'withdraw') {
    await revokeFamilyLinks(database, id, change);
    return seeOther(`/desk/requests/${reference}?changed`);
  }
  const sentences = form.getAll(sentenceField).filter((name) => typeof name === 'string');
  const entered = { intent, text: textOf(form, 'text'), again: '', sentences };
  const question = parseQuestion(form, language);
  if ('problem' in question) return respond(400, { problem: desk.texts.family.problem[question.problem], entered });
  const seenVersion = Number(textOf(form, 'version'));
  const result = await changeRequest(database, { ...change, seenVersion }, { kind: 'asked', details: question });
  if (result.outcome === 'outdated') return respond(409, { problem: desk.texts.request.outdatedByOthers, entered });
  return result.outcome === 'gone' ? respond(404, {}) : seeOther(`/desk/requests/${reference}?changed`);
}

/**
 * Responds to the form that sends files to a family. Files are stored as they arrive; either all of them are sent or
 * none.
 * @param context its signal aborts when another upload needs this one's slot
 */
export async function handleFilesForm(
  site: DeskSite,
  { desk, request, routeId, reference, now }: FamilyPost,
  context: { evictionSignal?: AbortSignal; submitted?: FormData },
): Promise<Response> {
  const { database } = site;
  const receiver = storeFiles(site.files, sentFileRules);
  const {
    fields,
    files: outcomes,
    problem,
    cause,
  } = await readUpload(request, receiver, {
    limits: deskFormLimits,
    evictionSignal: context.evictionSignal,
  });
  context.submitted = fields;
  // Their names, for a page that says what was not saved.
  for (const outcome of outcomes) {
    const { name } = outcome.status === 'success' ? outcome.file : outcome;
    fields.append(fileFieldName, new File([], name));
  }
  if (problem === 'storage_failed') throw cause;
  let isSent = false;
  try {
    checkFormToken(desk, fields);
    const { family: texts } = desk.texts;
    const text = typedText(fields);
    const entered = { intent: 'send', text: textOf(fields, 'text'), again: '' };
    const refuse = (status: number, reason: string) =>
      requestPage(site, { desk, routeId, reference, now, status, outcome: { problem: reason, entered } });
    if (problem === 'too_much') return await refuse(413, desk.texts.error.tooLarge);
    if (problem === 'busy') return await refuse(503, desk.texts.error.busy);
    if (problem) return await refuse(400, texts.problem.unreadable);
    if (text.length > maxNoteLength) return await refuse(400, texts.problem.long);
    const problems = outcomes.flatMap((outcome) =>
      outcome.status === 'error' ? [fill(texts.fileProblem[outcome.error], { name: outcome.name })] : [],
    );
    if (problems.length > 0) return await refuse(400, [...problems, texts.problem.refused].join(' '));
    const files = outcomes.flatMap((outcome) => (outcome.status === 'success' ? [outcome.file] : []));
    if (files.length === 0) return await refuse(400, texts.problem.noFiles);
    const change = { reference, personId: desk.person.id, now, seenVersion: Number(textOf(fields, 'version')) };
    const result = await sendFiles(database, change, { text, files });
    isSent = result.outcome === 'done';
    if (isSent) return seeOther(`/desk/requests/${reference}?changed`);
    return await (result.outcome === 'outdated'
      ? refuse(409, desk.texts.request.outdatedByOthers)
      : requestPage(site, { desk, routeId, reference, now, status: 404, outcome: {} }));
  } finally {
    if (!isSent) await Promise.all(outcomes.map((outcome) => receiver.discard(outcome)));
  }
}
