import { mailTexts } from '#app/delivery/message/mail-texts.ts';
import type { EnquiryKind } from '#app/enquiries/enquiry.ts';
import { formatReference } from '#app/enquiries/reference.ts';
import type { UrgentReason } from '#app/enquiries/urgency.ts';
import { formatIsoDate, type IsoDate } from '#app/i18n/format/dates.ts';
import { chatHref, phoneHref } from '#app/i18n/input/phone-number.ts';
import { languages } from '#app/i18n/languages.ts';
import type { ExpiringRequest } from '#app/retention/expiry.server.ts';
import { Button } from '#app/ui/controls/button.tsx';
import { Field } from '#app/ui/controls/field.tsx';
import { Select } from '#app/ui/controls/select.tsx';
import { Pagination } from '#app/ui/layout/pagination.tsx';
import type { Desk } from '../access.server.ts';
import { ownerAmong, type Person } from '../people/person.ts';
import { type ListedRequest, pageSize, type RequestFilter, requestFilters } from '../requests/request-index.server.ts';
import { fill } from '../texts/desk-texts.ts';
import { DeskTag } from './desk-tag.tsx';
import { formatAge, formatCallTime } from './desk-time.ts';
import { ExpiringRequests } from './expiring-requests.tsx';
import { RequesterName } from './requester-name.tsx';

interface RequestListProps {
  desk: Desk;
  requests: readonly ListedRequest[];
  count: number;
  /** What is listed. */
  query: {
    filter: RequestFilter;
    search: string;
    kind: EnquiryKind | undefined;
    day: IsoDate | undefined;
    page: number;
  };
  /** See `requestsStamp`. */
  stamp: string;
  people: readonly Person[];
  /** The requests that will be erased because nobody has closed them; only for leads. */
  expiring: readonly ExpiringRequest[];
  /** Unix time in ms. */
  now: number;
  /** The names of kinds and reasons in the person's language. */
  kindName: (kind: ListedRequest['kind']) => string;
  reasonName: (reason: UrgentReason) => string;
  kinds: readonly EnquiryKind[];
}

/** The list of requests. Those that nobody has taken yet come first. */
export function RequestList(props: RequestListProps) {
  const { desk, requests, expiring, count, query, stamp, kinds, kindName } = props;
  const { filter, search, kind, day, page } = query;
  const isSearch = search !== '' || kind !== undefined || day !== undefined;
  const t = desk.texts.requests;
  const listUrl = (changes: Record<string, string>) => {
    const shown = { show: filter, ...(search && { q: search }), ...(kind && { kind }), ...(day && { day }) };
    return `/desk/requests?${new URLSearchParams({ ...shown, ...changes }).toString()}`;
  };
  return (
    <>
      <ExpiringRequests desk={desk} expiring={expiring} />
      <form action="/desk/requests" role="search" className="grid gap-2">
        <input type="hidden" name="show" value="all" />
        <Field id="q" label={t.search}>
          <div className="flex gap-2">
            <input
              id="q"
              type="search"
              name="q"
              defaultValue={search}
              maxLength={100}
              dir="auto"
              className="control min-w-0 flex-1"
            />
            <Button variant="secondary" type="submit">
              {t.searchSubmit}
            </Button>
          </div>
        </Field>
        <details open={kind !== undefined || day !== undefined}>
          <summary className="disclosure">{t.more}</summary>
          <div className="grid gap-4 py-2 sm:grid-cols-2">
            <Field id="kind" label={t.kind}>
              <Select id="kind" name="kind" defaultValue={kind ?? ''}>
                <option value="">{t.everyKind}</option>
                {kinds.map((name) => (
                  <option key={name} value={name}>
                    {kindName(name)}
                  </option>
                ))}
              </Select>
            </Field>
            <Field id="day" label={t.day}>
              <input id="day" type="date" name="day" defaultValue={day} dir="ltr" className="control" />
            </Field>
          </div>
        </details>
      </form>
      <nav aria-label={t.filter.label}>
        <ul className="flex flex-wrap gap-1">
          {requestFilters.map((name) => (
            <li key={name}>
              <a
                href={`/desk/requests?show=${name}`}
                aria-current={name === filter && !isSearch ? 'page' : undefined}
                className="desk-filter whitespace-nowrap"
              >
                {t.filter[name]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="-mb-3 flex flex-wrap items-center justify-between gap-x-4">
        <p role="status" className="text-small text-ink-muted">
          {search && `${fill(t.found, { query: search })} · `}
          {fill(t.count, { count })}
        </p>
        <a href={listUrl({})} className="disclosure">
          {t.refresh}
        </a>
      </div>
      {/* A live region, so that screen readers announce it once it is shown. */}
      <div role="status">
        <p hidden data-news="/desk/requests/news" data-stamp={stamp}>
          <a href={listUrl({})} className="button button-primary">
            {t.news}
          </a>
        </p>
      </div>
      {requests.length === 0 && (
        <p className="rounded-card bg-surface-raised p-6 text-center text-ink-muted">{t.none}</p>
      )}
      <ul className="grid gap-3">
        {requests.map((request) => (
          <RequestCard key={request.reference} {...props} request={request} />
        ))}
      </ul>
      <Pagination
        current={page}
        total={Math.ceil(count / pageSize)}
        href={(number) => listUrl({ page: String(number) })}
        labels={{
          name: t.pages.name,
          previous: t.pages.previous,
          next: t.pages.next,
          page: (number) => fill(t.pages.page, { page: number }),
        }}
      />
    </>
  );
}

function RequestCard({
  desk,
  request: {
    reference,
    kind,
    receivedAt,
    takenAt,
    owner,
    state,
    lastStep,
    callDueAt,
    restrictedAt,
    erasedBecause,
    content,
  },
  people,
  now,
  kindName,
  reasonName,
}: RequestListProps & { request: ListedRequest }) {
  const { requests: t, request: texts } = desk.texts;
  const ownerName = ownerAmong(people, owner)?.name;
  const taken = ownerName === undefined ? t.takenElsewhere : fill(t.taken, { name: ownerName });
  const step = lastStep && [texts.event[lastStep.kind], lastStep.outcome && texts.outcome[lastStep.outcome]];
  const done = [
    takenAt === null ? ownerName : taken,
    step && `${step.filter(Boolean).join(': ')} ${formatAge(now - lastStep.at, desk.language)}`,
  ].filter((part) => part !== undefined);
  const call = content && phoneHref(content.phone);
  const isUrgent = content !== undefined && content.reasons.length > 0 && takenAt === null;
  return (
    <li className={`desk-card ${isUrgent || callDueAt !== null ? 'desk-card-urgent' : ''}`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-muted md:col-span-2">
        {content && <DeskTag isUrgent={isUrgent}>{isUrgent ? t.urgent : texts.state[state]}</DeskTag>}
        {callDueAt !== null && (
          <DeskTag isUrgent>{fill(t.callAgain, { time: formatCallTime(callDueAt, now, desk.language) })}</DeskTag>
        )}
        {restrictedAt !== null && <DeskTag>{t.restricted}</DeskTag>}
        <span>{kindName(kind)}</span>
        <bdi dir="ltr">{formatReference(reference)}</bdi>
        <time dateTime={new Date(receivedAt).toISOString()}>{formatAge(now - receivedAt, desk.language)}</time>
      </div>
      {content ? (
        <>
          <div>
            <a href={`/desk/requests/${reference}`} className="text-lead font-semibold text-action">
              <RequesterName {...content} />
            </a>
            {isUrgent && <p className="font-semibold text-signal">{content.reasons.map(reasonName).join(' · ')}</p>}
            {(content.journey ?? content.wantedDay) && (
              <p>
                {content.journey && (
                  <>
                    <bdi>{content.journey.origin}</bdi> {directions[languages[desk.language].dir]}{' '}
                    <bdi>{content.journey.destination}</bdi>
                  </>
                )}
                {content.journey && content.wantedDay && ' · '}
                {content.wantedDay && fill(t.wantedDay, { date: formatIsoDate(content.wantedDay, desk.language) })}
              </p>
            )}
            {done.length > 0 && <p className="text-small text-ink-muted">{done.join(' · ')}</p>}
          </div>
          <div className="desk-card-side">
            <p className="text-small text-ink-muted">
              <bdi dir="ltr">{content.phone}</bdi>
            </p>
            {call === undefined ? (
              <p className="text-small">{mailTexts[desk.language].noCountryCode}</p>
            ) : (
              <div className="grid grid-cols-2 gap-2">
                <a href={call} className="button button-secondary">
                  {t.call}
                </a>
                <a href={chatHref(content.phone)} className="button button-secondary" rel="noopener noreferrer">
                  {t.chat}
                </a>
              </div>
            )}
          </div>
        </>
      ) : (
        <p className="text-ink-muted">{t.erasedBy[erasedBecause ?? 'done']}</p>
      )}
    </li>
  );
}

/** The arrow between two places, by reading direction. */
const directions = { ltr: '→', rtl: '←' };
