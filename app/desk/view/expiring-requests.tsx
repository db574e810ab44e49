import { formatReference } from '#app/enquiries/reference.ts';
import type { ExpiringRequest } from '#app/retention/expiry.server.ts';
import type { Desk } from '../access.server.ts';
import { fill } from '../texts/desk-texts.ts';
import { formatDeskDay } from './desk-time.ts';

/** Tells a lead which requests will be erased because nobody has closed them. */
export function ExpiringRequests({ desk, expiring }: { desk: Desk; expiring: readonly ExpiringRequest[] }) {
  const t = desk.texts.requests.expiring;
  if (expiring.length === 0) return null;
  return (
    <section
      aria-labelledby="expiring"
      className="grid gap-2 rounded-card border-2 border-warning bg-surface-raised p-4"
    >
      <h2 id="expiring" className="font-semibold">
        {fill(t.title, { count: expiring.length })}
      </h2>
      <ul className="flex flex-wrap gap-x-5">
        {expiring.map(({ reference, expiresAt }) => (
          <li key={reference}>
            <a href={`/desk/requests/${reference}`} className="disclosure">
              <bdi dir="ltr">{formatReference(reference)}</bdi>{' '}
              {fill(t.on, { date: formatDeskDay(expiresAt, desk.language) })}
            </a>
          </li>
        ))}
      </ul>
      <p className="text-small">{t.text}</p>
    </section>
  );
}
