import { enquiryKinds } from '#app/enquiries/kinds/enquiry-kinds.server.ts';
import { languages } from '#app/i18n/languages.ts';
import { type Desk, type DeskSite, textOf } from '../access.server.ts';
import { recordAction } from '../audit/audit.server.ts';
import { deskPage } from '../desk-page.server.tsx';
import { privateHeaders } from '../private-headers.ts';
import { verifyAgain } from '../sign-in/verify-again.server.ts';
import { weekCounts, WeeksPage } from '../view/weeks-page.tsx';
import { readLongestWaiting, readWeeks } from '../weeks/read-weeks.server.ts';
import { type WeekNames, weeksCsv } from '../weeks/weeks-csv.ts';

interface WeeksRequest {
  desk: Desk;
  routeId: string;
  /** The query parameter `weeks`. */
  weeks: string | null;
  /** Unix time in ms. */
  now: number;
}

/** Responds with the weeks page. */
export async function weeksPage(
  { database }: DeskSite,
  { desk, routeId, weeks, now, codeProblem }: WeeksRequest & { codeProblem?: string },
): Promise<Response> {
  const content = (
    <WeeksPage
      {...{ desk, now, codeProblem, ...weekNames(desk) }}
      weeks={await readWeeks(database, parseWeekCount(weeks), now)}
      longestWaiting={await readLongestWaiting(database)}
    />
  );
  const status = codeProblem === undefined ? 200 : 400;
  return deskPage({ routeId, title: desk.texts.weeks.title, section: 'weeks', status, desk }, content);
}

/** Responds with the weeks as a CSV file if the person has entered a code, and records the download. */
export async function downloadWeeks(
  site: DeskSite,
  { form, ...request }: WeeksRequest & { form: FormData },
): Promise<Response> {
  const { database } = site;
  const { desk, weeks, now } = request;
  if (!desk.isVerified && !(await verifyAgain(database, desk.session, textOf(form, 'code'), now))) {
    return weeksPage(site, { ...request, codeProblem: desk.texts.signIn.wrong });
  }
  await recordAction(database, { at: now, personId: desk.person.id, action: 'weeks_exported', subject: null });
  const csv = weeksCsv(await readWeeks(database, parseWeekCount(weeks), now), {
    texts: desk.texts.weeks,
    ...weekNames(desk),
  });
  return new Response(csv, {
    headers: {
      ...privateHeaders,
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="weeks.csv"',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

function parseWeekCount(weeks: string | null): number {
  return weekCounts.find((count) => String(count) === weeks) ?? weekCounts[0];
}

function weekNames({ language, texts }: Desk): WeekNames {
  const names = new Intl.DisplayNames(languages[language].locale, { type: 'region' });
  return {
    kindName: (kind) => enquiryKinds[kind].label[language],
    countryName: (country) => (country === '' ? texts.weeks.unknownCountry : (names.of(country) ?? country)),
  };
}
