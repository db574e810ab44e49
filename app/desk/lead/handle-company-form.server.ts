import type { VersionInfo } from '#app/company-store/facts-history.server.ts';
import { type Desk, textOf } from '../access.server.ts';
import { isCompanySection } from '../company/company-sections.ts';
import { confirmContactChanges } from '../company/contact-changes.server.ts';
import {
  type CompanySite,
  readEditedFacts,
  saveSection,
  typedValues,
  undoNewest,
} from '../company/save-company.server.ts';
import { assignProblems, findTarget } from '../company/section-form.ts';
import { seeOther } from '../desk-route.server.tsx';
import { listPeople } from '../people/people.server.ts';
import { verifyAgain } from '../sign-in/verify-again.server.ts';
import { fill } from '../texts/desk-texts.ts';
import type { CompanyOutcome } from '../view/company/company-outcome.ts';
import { savedByName } from '../view/company/facts-history.tsx';
import { formatDeskTime } from '../view/desk-time.ts';
import { companyPage } from './company-page.server.tsx';

const pagePath = '/desk/company';

/**
 * Responds to a form of the company page: redirects back to it once the change is stored; otherwise shows the page with
 * the reason and with what was typed.
 */
export async function handleCompanyForm(
  site: CompanySite,
  { desk, form, routeId, now }: { desk: Desk; form: FormData; routeId: string; now: number },
): Promise<Response> {
  const { database } = site;
  const intent = textOf(form, 'intent');
  if (intent === 'seen') {
    const ids = form.getAll('change').filter((id) => typeof id === 'string');
    await confirmContactChanges(database, desk.person.id, ids, now);
    return seeOther(pagePath);
  }
  const isVerified = desk.isVerified || (await verifyAgain(database, desk.session, textOf(form, 'code'), now));
  const refuse = (status: number, outcome: CompanyOutcome) =>
    companyPage(site, { desk: { ...desk, isVerified }, routeId, status, outcome });
  const base = Number(textOf(form, 'base'));
  if (intent === 'undo') {
    if (!isVerified) return refuse(400, { isCodeWrong: true });
    const newer = await undoNewest(site, base, desk.person.id, now);
    return newer
      ? refuse(409, { problem: await newerText(site, desk, newer, 'newer') })
      : seeOther(`${pagePath}?undone`);
  }
  const section = textOf(form, 'section');
  if (!isCompanySection(section)) return refuse(400, { problem: desk.texts.error.form });
  const shown = textOf(form, 'shown');
  if (!isVerified) {
    const { facts } = await readEditedFacts(site);
    const target = findTarget(facts, section, shown) ?? findTarget(facts, section, '');
    return refuse(400, { target, values: typedValues({ section, form }), isCodeWrong: true });
  }
  const submitted = { section, base, shown, isRemoval: intent === 'remove', form };
  const rejected = await saveSection(site, submitted, desk.person.id, now);
  if (!rejected) return seeOther(`${pagePath}?saved=${section}#${section}`);
  const { target, values, problems, newer } = rejected;
  if (!newer) return refuse(400, { target, values, problems: assignProblems(problems ?? []) });
  const { facts } = await readEditedFacts(site);
  return refuse(409, {
    target: target ?? findTarget(facts, section, ''),
    values,
    isOutdated: target !== undefined,
    problem: await newerText(site, desk, newer, target ? 'newer' : 'newerEntry'),
  });
}

/** Returns a sentence that says who has saved another version in the meantime, and when. */
async function newerText(
  { database }: CompanySite,
  { texts: { company: texts }, language }: Desk,
  { savedAt, savedBy }: VersionInfo,
  text: 'newer' | 'newerEntry',
): Promise<string> {
  const name = savedByName(savedBy, await listPeople(database), texts.formerColleague);
  return fill(texts[text], { name, date: formatDeskTime(savedAt, language) });
}
