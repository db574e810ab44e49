import type { Database } from '#app/database/database.server.ts';
import type { Log } from '#app/log/log.server.ts';
import type { TroubleName, TroubleNotice } from './notice.ts';
import { announce } from './notice-outbox.server.ts';

/** A check for one kind of trouble. */
export interface TroubleProbe {
  trouble: TroubleName;
  /** How long it must last before it is announced (ms). */
  after: number;
  /**
   * Returns the current troubles; empty if there are none.
   * @throws if it cannot be determined; then the state is unchanged
   */
  findTroubles(): Promise<TroubleFinding[]>;
}

/** A trouble found by a probe. */
interface TroubleFinding {
  /** Formatted reference of the affected request, if it is a single one. */
  reference?: string;
  /** A technical text without personal data. */
  reason?: string;
  /** When it began, if known (Unix time in ms). */
  since?: number;
}

/** Announces troubles found by probes. */
export interface TroubleWatch {
  /** Runs all probes once and announces troubles that have begun or ended. */
  tick(): Promise<void>;
}

/**
 * Announces each trouble once when it begins and once when it ends, through the notice outbox. The state is stored in the
 * database, so that a restart does not repeat announcements.
 */
export function openTroubleWatch(
  database: Database,
  probes: readonly TroubleProbe[],
  log: Log,
  clock: () => number = Date.now,
): TroubleWatch {
  /** When each finding was first seen, announced or not. */
  const seen = new Map<string, number>();

  async function watch(probe: TroubleProbe): Promise<void> {
    const { trouble, after } = probe;
    const findings = new Map(
      (await probe.findTroubles()).map((finding) => [nameOf(trouble, finding.reference), finding]),
    );
    const now = clock();
    for (const name of seen.keys()) if (isOf(trouble, name) && !findings.has(name)) seen.delete(name);
    const told = await database.selectFrom('troubles').selectAll().where('trouble', '=', trouble).execute();
    for (const [name, { reference, reason, since = now }] of findings) {
      // A wrong clock may have dated it in the future.
      if (!seen.has(name)) seen.set(name, Math.min(since, now));
      const beganAt = seen.get(name) ?? now;
      if (told.some((one) => one.name === name) || now - beganAt < after) continue;
      await tell({ type: 'trouble.began', trouble, reference, reason, at: new Date(now).toISOString() }, beganAt);
    }
    for (const { name, subject } of told) {
      if (findings.has(name)) continue;
      await tell(
        { type: 'trouble.over', trouble, reference: subject || undefined, at: new Date(now).toISOString() },
        now,
      );
    }
  }

  /** Records and announces a change in one transaction. */
  async function tell(notice: TroubleNotice, beganAt: number): Promise<void> {
    const name = nameOf(notice.trouble, notice.reference);
    const isNews = await database.transaction().execute(async (transaction) => {
      const written =
        notice.type === 'trouble.began'
          ? await transaction
              .insertInto('troubles')
              .values({ name, trouble: notice.trouble, subject: notice.reference ?? '', began_at: beganAt })
              .onConflict((conflict) => conflict.doNothing())
              .returning('name')
              .executeTakeFirst()
          : await transaction.deleteFrom('troubles').where('name', '=', name).returning('name').executeTakeFirst();
      // Another process was faster.
      if (!written) return false;
      await announce(transaction, { notice, audience: 'everybody' }, clock());
      return true;
    });
    if (isNews) log[notice.type === 'trouble.began' ? 'error' : 'info'](notice, 'trouble');
  }

  return {
    async tick() {
      for (const probe of probes) {
        try {
          await watch(probe);
        } catch (error) {
          log.error({ err: error, trouble: probe.trouble }, 'trouble probe failed');
        }
      }
    },
  };
}

function nameOf(trouble: TroubleName, reference: string | undefined): string {
  return `${trouble}:${reference ?? ''}`;
}

function isOf(trouble: TroubleName, name: string): boolean {
  return name.startsWith(`${trouble}:`);
}
