import { formatReference, parseReference } from '#app/enquiries/reference.ts';
import { Notice } from '#app/ui/messages/notice.tsx';
import type { Desk } from '../access.server.ts';
import type { AuditEntry } from '../audit/audit.server.ts';
import type { Person } from '../people/person.ts';
import { fill } from '../texts/desk-texts.ts';
import { formatDeskTime } from './desk-time.ts';

/** Shows the audit log, newest first, and whether it is intact. */
export function AuditPage({
  desk,
  entries,
  people,
  brokenEntry,
  olderThan,
}: {
  desk: Desk;
  entries: readonly AuditEntry[];
  people: readonly Person[];
  /** The number of the first entry that was changed, if any. */
  brokenEntry: number | undefined;
  /** The number before which the next page starts; undefined on the last page. */
  olderThan: number | undefined;
}) {
  const t = desk.texts.audit;
  const nameOf = (id: string) => people.find((person) => person.id === id)?.name;
  return (
    <>
      <Notice variant={brokenEntry === undefined ? 'success' : 'problem'}>
        <p>{brokenEntry === undefined ? t.whole : fill(t.broken, { number: brokenEntry })}</p>
      </Notice>
      <ul className="rounded-card bg-surface-raised px-4">
        {entries.map(({ number, at, personId, action, subject }) => (
          <li
            key={number}
            className="grid grid-cols-[3rem_1fr] gap-x-4 border-line py-2 md:grid-cols-[4rem_12rem_1fr] [&+&]:border-t"
          >
            <span className="text-small text-ink-muted">{number}</span>
            <time dateTime={new Date(at).toISOString()} className="text-small text-ink-muted">
              {formatDeskTime(at, desk.language)}
            </time>
            <span className="col-span-2 md:col-span-1">
              <bdi className="font-semibold">
                {personId === null
                  ? action === 'sign_in_refused' || action === 'code_refused'
                    ? t.somebody
                    : t.commandLine
                  : (nameOf(personId) ?? personId)}
              </bdi>{' '}
              · {t.action[action]}
              {subject !== null && subject !== personId && (
                <>
                  {' · '}
                  <Subject subject={subject} name={nameOf(subject)} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {olderThan !== undefined && (
        <a href={`/desk/audit?before=${olderThan}`} className="button button-secondary justify-self-start">
          {t.older}
        </a>
      )}
    </>
  );
}

/** The name of a person, or the reference of a request with a link to it. */
function Subject({ subject, name }: { subject: string; name: string | undefined }) {
  const reference = name === undefined ? parseReference(subject) : undefined;
  return reference === undefined ? (
    <bdi>{name ?? subject}</bdi>
  ) : (
    <a href={`/desk/requests/${reference}`} className="whitespace-nowrap text-action underline">
      <bdi dir="ltr">{formatReference(reference)}</bdi>
    </a>
  );
}
