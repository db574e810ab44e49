import { chatHref, phoneHref } from '#app/company/company.ts';
import { formatReference } from '#app/enquiries/reference.ts';
import type { UrgentReason } from '#app/enquiries/urgency.ts';
import { formatIsoDate, type IsoDate } from '#app/i18n/format/dates.ts';
import type { ExpiringRequest } from '#app/retention/expiry.server.ts';
import { Button } from '#app/ui/controls/button.tsx';
import { Field } from '#app/ui/controls/field.tsx';
import { Select } from '#app/ui/controls/select.tsx';
import { Pagination } from '#app/ui/layout/pagination.tsx';
import { Tag } from '#app/ui/layout/tag.tsx';
import type { Desk } from '../access.server.ts';
import type { Person } from '../people/person.ts';
import { type ListedRequest, pageSize, type RequestFilter, requestFilters } from '../requests/request-index.server.ts';
import { fill } from '../texts/desk-texts.ts';
import { formatAge, formatCallTime } from './desk-time.ts';
import { ExpiringRequests } from './expiring-requests.tsx';

interface RequestListProps {
  desk: Desk;
  requests: readonly ListedRequest[];
  count: number;
  filter: RequestFilter;
  search: string;
  kind: ListedRequest['kind'] | undefined;
  /** The day of arrival in Germany. */
  day: IsoDate | undefined;
  page: number;
  /** See `requestsStamp`. */
  stamp: string;
  /** All kinds of requests. */
  kinds: readonly ListedRequest['kind'][];
  people: readonly Person[];
  /** Those that will be erased because nobody has closed them; only for leads. */
  expiring: readonly ExpiringRequest[];
  /** Unix time in ms. */
  now: number;
  /** The names of kinds and reasons in the person's language. */
  kindName: (kind: ListedRequest['kind']) => string;
  reasonName: (reason: UrgentReason) => string;
}

/** The list of requests: what waits for somebody is on top. */
export function RequestList(props: RequestListProps) {
  const { desk, requests, expiring, count, filter, search, kind, day, page, stamp, kinds, kindName } = props;
  const t = desk.texts.requests;
  const address = (changes: Record<string, string>) => {
    const query = new URLSearchParams({
      show: filter,
      ...(search && { q: search }),
      ...(kind && { kind }),
      ...(day && { day }),
      ...changes,
    });
    return `/desk/requests?${query.toString()}`;
  };
  return (
    <>
      <ExpiringRequests desk={desk} expiring={expiring} />
      <form action="/desk/requests" role="search" className="flex flex-wrap gap-2">
        <input type="hidden" name="show" value="all" />
        <input
          type="search"
          name="q"
          aria-label={t.search}
          placeholder={t.search}
          defaultValue={search}
          maxLength={100}
          dir="auto"
          className="control min-w-0 flex-1"
        />
        <Button variant="secondary" type="submit">
          {t.searchSubmit}
        </Button>
      </form>
      <nav aria-label={t.filter.label} className="overflow-x-auto">
        <ul className="flex gap-1">
          {requestFilters.map((name) => (
            <li key={name}>
              <a
                href={`/desk/requests?show=${name}`}
                aria-current={name === filter && !search ? 'page' : undefined}
                className="desk-filter whitespace-nowrap"
              >
                {t.filter[name]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <details open={kind !== undefined || day !== undefined} className="rounded-card bg-surface-raised px-4">
        <summary className="disclosure">{t.narrow}</summary>
        <form action="/desk/requests" className="grid items-end gap-4 pb-4 sm:grid-cols-3">
          <input type="hidden" name="show" value={filter} />
          {search && <input type="hidden" name="q" value={search} />}
          <Field id="kind" label={t.kind}>
            <Select id="kind" name="kind" defaultValue={kind ?? ''}>
              <option value="">{t.anyKind}</option>
              {kinds.map((name) => (
                <option key={name} value={name}>
                  {kindName(name)}
                </option>
              ))}
            </Select>
          </Field>
          <Field id="day" label={t.day}>
            <input id="day" name="day" type="date" defaultValue={day} dir="ltr" className="control" />
          </Field>
          <Button variant="secondary" type="submit">
            {t.apply}
          </Button>
        </form>
      </details>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p role="status" className="text-small text-ink-muted">
          {search && `${fill(t.found, { query: search })} · `}
          {fill(t.count, { count })}
        </p>
        <a href={address({})} className="disclosure">
          {t.refresh}
        </a>
      </div>
      {/* Live, so that screen readers say it once it is shown. */}
      <div role="status">
        <p hidden data-news="/desk/requests/news" data-stamp={stamp}>
          <a href={address({})} className="button button-primary">
            {t.news}
          </a>
        </p>
      </div>
      {requests.length === 0 && <p>{t.none}</p>}
      <ul className="grid gap-3">
        {requests.map((request) => (
          <RequestCard key={request.reference} {...props} request={request} />
        ))}
      </ul>
      <Pagination
        current={page}
        total={Math.ceil(count / pageSize)}
        href={(number) => address({ page: String(number) })}
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
  const t = desk.texts.requests;
  const ownerName = people.find(({ id }) => id === owner)?.name;
  const isUrgent = content !== undefined && content.reasons.length > 0 && takenAt === null;
  return (
    <li
      className={`grid gap-2 rounded-card border-s-4 bg-surface-raised p-4 shadow-raised ${isUrgent || callDueAt !== null ? 'border-signal' : 'border-line'}`}
    >
      <div className="flex flex-wrap items-center gap-2 text-small text-ink-muted">
        <bdi dir="ltr">{formatReference(reference)}</bdi>
        <span>{kindName(kind)}</span>
        <span>{formatAge(now - receivedAt, t.age)}</span>
        {content && <Tag>{isUrgent ? t.urgent : desk.texts.request.state[state]}</Tag>}
        {callDueAt !== null && <Tag>{fill(t.callAgain, { time: formatCallTime(callDueAt, now, desk.language) })}</Tag>}
        {restrictedAt !== null && <Tag>{t.restricted}</Tag>}
      </div>
      {content ? (
        <>
          <a href={`/desk/requests/${reference}`} className="text-lead font-semibold text-action">
            <bdi>{content.name}</bdi>
          </a>
          {content.reasons.length > 0 && <p className="text-signal">{content.reasons.map(reasonName).join(' · ')}</p>}
          {content.journey && (
            <p>
              <bdi>{content.journey.origin}</bdi> → <bdi>{content.journey.destination}</bdi>
            </p>
          )}
          {content.wantedDay && (
            <p className="text-small">{fill(t.wantedDay, { date: formatIsoDate(content.wantedDay, desk.language) })}</p>
          )}
          {lastStep && (
            <p className="text-small text-ink-muted">
              {desk.texts.request.event[lastStep.kind]}, {formatAge(now - lastStep.at, t.age)}
            </p>
          )}
          <div className="flex flex-wrap items-center gap-x-5">
            <a href={phoneHref(content.phone)} className="disclosure">
              {t.call} <bdi dir="ltr">{content.phone}</bdi>
            </a>
            <a href={chatHref(content.phone)} className="disclosure" rel="noopener noreferrer">
              {t.chat}
            </a>
            {takenAt !== null && (
              <span className="text-small text-ink-muted">
                {ownerName === undefined ? t.takenElsewhere : fill(t.taken, { name: ownerName })}
              </span>
            )}
          </div>
        </>
      ) : (
        <p className="text-ink-muted">{t.erasedBy[erasedBecause ?? 'done']}</p>
      )}
    </li>
  );
}
