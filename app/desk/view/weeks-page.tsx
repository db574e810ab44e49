import { formatReference } from '#app/enquiries/reference.ts';
import { formatIsoDate } from '#app/i18n/format/dates.ts';
import { Button } from '#app/ui/controls/button.tsx';
import type { Desk } from '../access.server.ts';
import { fill } from '../texts/desk-texts.ts';
import type { Durations, Week } from '../weeks/read-weeks.server.ts';
import type { WeekNames } from '../weeks/weeks-csv.ts';
import { VerificationField } from './code-field.tsx';
import { formatDuration } from './desk-time.ts';
import { FormToken } from './form-token.tsx';

/** How many weeks can be shown. */
export const weekCounts = [12, 52] as const;

export interface WeeksPageProps extends WeekNames {
  desk: Desk;
  weeks: readonly Week[];
  longestWaiting: { reference: string; receivedAt: number } | undefined;
  /** Unix time in ms. */
  now: number;
  /** Why the download was refused. */
  codeProblem?: string;
}

/** How many requests arrived in each week, and how long they waited. */
export function WeeksPage(props: WeeksPageProps) {
  const { desk, weeks, longestWaiting, now, codeProblem } = props;
  const t = desk.texts.weeks;
  return (
    <>
      <p className="max-w-form">{t.intro}</p>
      <section aria-labelledby="waiting" className="grid gap-2 rounded-card bg-surface-raised p-4 shadow-raised">
        <h2 id="waiting" className="text-h3">
          {t.waiting}
        </h2>
        {longestWaiting ? (
          <p>
            <a href={`/desk/requests/${longestWaiting.reference}`} className="font-semibold text-action underline">
              <bdi dir="ltr">{formatReference(longestWaiting.reference)}</bdi>
            </a>{' '}
            {fill(t.waitsFor, { age: formatDuration(now - longestWaiting.receivedAt, t.duration) })}
          </p>
        ) : (
          <p>{t.nobodyWaits}</p>
        )}
      </section>
      <nav aria-label={t.show}>
        <ul className="flex flex-wrap gap-1">
          {weekCounts.map((count) => (
            <li key={count}>
              <a
                href={`/desk/weeks?weeks=${count}`}
                aria-current={count === weeks.length ? 'page' : undefined}
                className="desk-filter whitespace-nowrap"
              >
                {t.last[`weeks${count}`]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <p className="text-small text-ink-muted">{t.countryHint}</p>
      <ol className="grid gap-4">
        {weeks.map((week) => (
          <WeekCard key={week.start} {...props} week={week} />
        ))}
      </ol>
      <form method="post" action={`/desk/weeks?weeks=${weeks.length}`} className="grid max-w-form gap-4">
        <FormToken value={desk.formToken} />
        <p className="text-small text-ink-muted">{t.csvHint}</p>
        <VerificationField texts={desk.texts} isVerified={desk.isVerified} error={codeProblem} />
        <Button variant="secondary" type="submit" className="justify-self-start">
          {t.csv}
        </Button>
      </form>
    </>
  );
}

function WeekCard({ desk, week, kindName, countryName }: WeeksPageProps & { week: Week }) {
  const t = desk.texts.weeks;
  const day = (date: string) => formatIsoDate(date, desk.language);
  return (
    <li className={`grid gap-3 px-4 ${week.count > 0 ? 'rounded-card bg-surface-raised py-4 shadow-raised' : ''}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lead font-semibold">{fill(t.week, { from: day(week.start), to: day(week.end) })}</h2>
        <p className="text-ink-muted">{week.count === 0 ? t.none : fill(t.requests, { count: week.count })}</p>
      </div>
      {week.count > 0 && (
        <dl>
          <Row term={t.byKind}>{week.kinds.map(({ kind, count }) => `${kindName(kind)} ${count}`).join(' · ')}</Row>
          <Row term={t.byCountry}>
            {week.countries.map(({ country, count }) => `${countryName(country)} ${count}`).join(' · ')}
          </Row>
          <Row term={t.toTaken}>{timesText(desk, week.timeToTake)}</Row>
          <Row term={t.toClosed}>{timesText(desk, week.timeToClose)}</Row>
        </dl>
      )}
    </li>
  );
}

function Row({ term, children }: { term: string; children: string }) {
  return (
    <div className="desk-row">
      <dt className="text-small text-ink-muted">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function timesText({ texts }: Desk, { count, median, longest }: Durations): string {
  const t = texts.weeks;
  if (count === 0) return t.noTimes;
  return fill(t.times, {
    median: formatDuration(median, t.duration),
    longest: formatDuration(longest, t.duration),
    count,
  });
}
