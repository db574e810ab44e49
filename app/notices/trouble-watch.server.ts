import type { Database } from '#app/database/database.server.ts';
import type { Log } from '#app/log/log.server.ts';
import type { TroubleName, TroubleNotice } from './notice.ts';
import { announce } from './notice-outbox.server.ts';

/** A probe that detects one kind of trouble. */
export interface TroubleProbe {
  trouble: TroubleName;
  /** How long a problem must last before it is announced (ms). */
  announceAfter: number;
  /**
   * Returns the current problems, if any.
   * @throws if they cannot be determined; the announced state then remains unchanged
   */
  findTrouble(): Promise<TroubleFinding[]>;
}

/** A problem found by a probe. */
interface TroubleFinding {
  /** Formatted reference of the affected request, if there is exactly one. */
  reference?: string;
  /** A technical description without personal data. */
  reason?: string;
  /** When the trouble began, if known (Unix time in ms). */
  since?: number;
}

/** Announces problems found by probes. */
export interface TroubleWatch {
  /** Runs all probes once and announces problems that have begun or ended. */
  tick(): Promise<void>;
}

/**
 * Announces each problem through the notice outbox, once when it begins and once when it ends. Stores the announced state
 * in the database, so that a restart does not repeat announcements.
 */
export function openTroubleWatch(
  database: Database,
  probes: readonly TroubleProbe[],
  log: Log,
  clock: () => number = Date.now,
): TroubleWatch {
  /** When each problem began, by name, whether announced or not. */
  const beganAtByName = new Map<string, number>();

  async function runProbe(probe: TroubleProbe): Promise<void> {
    const { trouble, announceAfter } = probe;
    const findings = new Map(
      (await probe.findTrouble()).map((finding) => [nameOf(trouble, finding.reference), finding]),
    );
    const now = clock();
    for (const name of beganAtByName.keys())
      if (isNameOf(trouble, name) && !findings.has(name)) beganAtByName.delete(name);
    const announced = await database.selectFrom('troubles').selectAll().where('trouble', '=', trouble).execute();
    for (const [name, { reference, reason, since = now }] of findings) {
      // Capped at now, because a wrong clock may have dated it in the future.
      if (!beganAtByName.has(name)) beganAtByName.set(name, Math.min(since, now));
      const beganAt = beganAtByName.get(name) ?? now;
      if (announced.some((row) => row.name === name) || now - beganAt < announceAfter) continue;
      await announceChange(
        { type: 'trouble.began', trouble, reference, reason, at: new Date(now).toISOString() },
        beganAt,
      );
    }
    for (const { name, subject } of announced) {
      if (findings.has(name)) continue;
      await announceChange(
        { type: 'trouble.over', trouble, reference: subject || undefined, at: new Date(now).toISOString() },
        now,
      );
    }
  }

  /** Records and announces a change in one transaction. */
  async function announceChange(notice: TroubleNotice, beganAt: number): Promise<void> {
    const name = nameOf(notice.trouble, notice.reference);
    const isRecorded = await database.transaction().execute(async (transaction) => {
      const changedRow =
        notice.type === 'trouble.began'
          ? await transaction
              .insertInto('troubles')
              .values({ name, trouble: notice.trouble, subject: notice.reference ?? '', began_at: beganAt })
              .onConflict((conflict) => conflict.doNothing())
              .returning('name')
              .executeTakeFirst()
          : await transaction.deleteFrom('troubles').where('name', '=', name).returning('name').executeTakeFirst();
      // Another process has already announced it.
      if (!changedRow) return false;
      await announce(transaction, { notice, audience: 'everybody' }, clock());
      return true;
    });
    if (isRecorded) log[notice.type === 'trouble.began' ? 'error' : 'info'](notice, 'trouble');
  }

  return {
    async tick() {
      for (const probe of probes) {
        try {
          await runProbe(probe);
        } catch (error) {
          log.error({ err: error, trouble: probe.trouble }, 'Trouble probe failed; its state is unchanged');
        }
      }
    },
  };
}

function nameOf(trouble: TroubleName, reference: string | undefined): string {
  return `${trouble}:${reference ?? ''}`;
}

function isNameOf(trouble: TroubleName, name: string): boolean {
  return name.startsWith(`${trouble}:`);
}
