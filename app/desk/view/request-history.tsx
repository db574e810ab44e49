import { listPage } from '#app/enquiries/correspondence/list-page.ts';
import type { RecordedEvent } from '#app/enquiries/progress/read-progress.server.ts';
import { fill } from '../texts/desk-texts.ts';
import { formatDeskTime } from './desk-time.ts';
import { EventContent } from './event-content.tsx';
import type { RequestPageProps } from './request-page-props.ts';

/** What has happened to a request, newest first, including what was undone: a page of it. */
export function RequestHistory(props: RequestPageProps) {
  const { desk, record, historyPage } = props;
  const t = desk.texts.request;
  const { entries, newer, older } = listPage([...record.history].reverse(), historyPage);
  const pageLink = (text: string, page: number) => (
    <a href={`/desk/requests/${record.enquiry.reference}?history=${page}#history`} className="disclosure">
      {text}
    </a>
  );
  return (
    <section aria-labelledby="history" className="grid gap-3">
      <h2 id="history" className="text-h3">
        {t.history}
      </h2>
      <ol className="rounded-card bg-surface-raised px-4">
        {entries.map((event) => (
          <HistoryEntry key={event.id} event={event} {...props} />
        ))}
        {older === undefined && (
          <li className="desk-row">
            <span className="text-small text-ink-muted">
              {formatDeskTime(record.enquiry.receivedAt, desk.language)}
            </span>
            <span>{t.received}</span>
          </li>
        )}
      </ol>
      {(newer ?? older) !== undefined && (
        <p className="flex flex-wrap gap-x-6">
          {older !== undefined && pageLink(t.older, older)} {newer !== undefined && pageLink(t.newer, newer)}
        </p>
      )}
    </section>
  );
}

function HistoryEntry({ event, ...props }: RequestPageProps & { event: RecordedEvent }) {
  const { desk, people } = props;
  const t = desk.texts.request;
  const { kind, at, source, details, undoneAt } = event;
  const nameOf = (id: string) => people.find((person) => person.id === id)?.name ?? t.formerColleague;
  const isHandedTo = kind === 'handed' && details.owner !== undefined;
  const parts = [
    details.outcome && t.outcome[details.outcome],
    details.againAt !== undefined && fill(t.againAt, { date: formatDeskTime(details.againAt, desk.language) }),
    details.reason && t.reason[details.reason],
    isHandedTo && (details.owner === null || details.owner === undefined ? t.nobody : nameOf(details.owner)),
  ].filter((part) => typeof part === 'string');
  return (
    <li className="desk-row">
      <span className="text-small text-ink-muted">{formatDeskTime(at, desk.language)}</span>
      <div>
        <p>
          <span className={undoneAt === undefined ? '' : 'line-through'}>
            {[t.event[kind], parts.join(' · ')].filter(Boolean).join(': ')}
          </span>{' '}
          <bdi className="text-small text-ink-muted">
            {typeof source === 'string' ? t.source[source] : nameOf(source.personId)}
          </bdi>
          {undoneAt !== undefined && (
            <span className="text-small text-ink-muted">
              {' '}
              {fill(t.undone, { date: formatDeskTime(undoneAt, desk.language) })}
            </span>
          )}
        </p>
        {details.text !== undefined && (
          <p dir="auto" className="mixed-lines">
            {details.text}
          </p>
        )}
        <EventContent event={event} {...props} />
      </div>
    </li>
  );
}
