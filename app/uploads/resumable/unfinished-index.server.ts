import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DiskBudget } from '#app/disk/disk-budget.server.ts';
import { draftPrefixLength, uploadId } from './unfinished-uploads.server.ts';

const gibibyte = 1024 ** 3;
const day = 24 * 60 * 60 * 1000;
const minute = 60_000;

/** Maximum number and total size of unfinished uploads: some hundred families at the limits of their forms. */
const maxOpen = 20_000;
const maxBytes = 20 * gibibyte;

/** With less space than this, no upload may continue: each request must make progress (bytes). */
const minProgress = 1024 * 1024;

/** With fewer free slots than this, empty uploads are evicted. */
const evictionThreshold = maxOpen / 20;

/** Below these limits of free slots and bytes, each network is limited to a share of what is left. */
const scarceOpen = maxOpen / 2;
const scarceBytes = 2 * gibibyte;
const networkShare = 1 / 4;

interface Entry {
  /** The visitor's network; undefined after a restart, until the upload continues. */
  network: number | undefined;
  bytes: number;
  startedAt: number;
}

/** A network's use within a day: its open uploads, and bytes including those of completed files. */
interface Account {
  open: number;
  bytes: number;
  since: number;
}

/** See {@link openUnfinishedIndex}. */
export type UnfinishedIndex = ReturnType<typeof openUnfinishedIndex>;

/**
 * An in-memory index of the folder of unfinished uploads, which limits their number and size.
 * @param room disk space available to them
 * @param now a monotonic clock (ms)
 */
export function openUnfinishedIndex(folder: string, room: DiskBudget, now: () => number = () => performance.now()) {
  const entries = new Map<string, Entry>();
  /** Ids of uploads without any bytes, oldest first: evicting one loses nothing. */
  const empty = new Set<string>();
  const drafts = new Map<string, number>();
  const accounts = new Map<number, Account>();
  let bytes = 0;
  let readAt = -Infinity;
  let reading: Promise<void> | undefined;

  const ofDraft = (id: string) => drafts.get(id.slice(0, draftPrefixLength)) ?? 0;

  function accountOf(network: number): Account {
    const account = accounts.get(network) ?? { open: 0, bytes: 0, since: now() };
    accounts.set(network, account);
    return account;
  }

  function add(id: string, entry: Entry): void {
    entries.set(id, entry);
    bytes += entry.bytes;
    drafts.set(id.slice(0, draftPrefixLength), ofDraft(id) + 1);
    if (entry.bytes === 0) empty.add(id);
    if (entry.network !== undefined) accountOf(entry.network).open += 1;
  }

  function remove(id: string, isKept: boolean): void {
    const entry = entries.get(id);
    if (!entry) return;
    entries.delete(id);
    empty.delete(id);
    bytes -= entry.bytes;
    const draft = id.slice(0, draftPrefixLength);
    if (ofDraft(id) > 1) drafts.set(draft, ofDraft(id) - 1);
    else drafts.delete(draft);
    if (entry.network === undefined) return;
    const account = accountOf(entry.network);
    account.open -= 1;
    if (!isKept) account.bytes -= entry.bytes;
    removeOldAccounts();
  }

  /** Networks are named by daily keys (visitor-names), so an old account is never used again. */
  function removeOldAccounts(): void {
    for (const [network, { open, bytes: uploadedBytes, since }] of accounts) {
      if (open > 0 || (uploadedBytes > 0 && now() - since < day)) return;
      accounts.delete(network);
    }
  }

  /** Bytes this network may still upload: all that is left, or its share when that is short. */
  function bytesFor(network: number | undefined): number {
    const left = Math.max(0, Math.min(maxBytes - bytes, room.left()));
    if (left >= scarceBytes || network === undefined) return left;
    return Math.max(0, shareLeft(left, accountOf(network).bytes));
  }

  function mayStart(network: number): boolean {
    const left = maxOpen - entries.size;
    return (
      left > 0 &&
      (left >= scarceOpen || shareLeft(left, accountOf(network).open) >= 1) &&
      bytesFor(network) >= minProgress
    );
  }

  /** Synchronises the index with the folder, from which the sweep may have deleted files. */
  async function read(): Promise<void> {
    readAt = now();
    const names = new Set((await readdir(folder)).filter((name) => uploadId.test(name)));
    for (const [id, { startedAt }] of entries) if (!names.has(id) && now() - startedAt > minute) remove(id, false);
    for (const id of names) {
      if (entries.has(id)) continue;
      const size = await sizeOf(join(folder, id));
      if (size !== undefined && !entries.has(id)) add(id, { network: undefined, bytes: size, startedAt: now() });
    }
  }

  return {
    ofDraft,

    /** Whether a network may start an upload now. Before refusing, the folder is read again, once a minute at most. */
    async hasRoomToStart(network: number): Promise<boolean> {
      if (!mayStart(network)) await this.refresh();
      return mayStart(network);
    },

    /** Whether an upload of this network may continue now. */
    async hasRoomToContinue(id: string, network: number): Promise<boolean> {
      const entry = entries.get(id);
      if (entry && entry.network === undefined) {
        entry.network = network;
        const account = accountOf(network);
        account.open += 1;
        account.bytes += entry.bytes;
      }
      const hasRoom = () => bytesFor(entry?.network ?? network) >= minProgress;
      if (!hasRoom()) await this.refresh();
      return hasRoom();
    },

    /** Reads the folder, once a minute at most. */
    async refresh(): Promise<void> {
      if (now() - readAt < minute) return reading;
      reading = read();
      return reading;
    },

    start(id: string, network: number): void {
      add(id, { network, bytes: 0, startedAt: now() });
    },

    /** Counts bytes of an upload that are about to be written; returns false if there is no space for them. */
    take(id: string, count: number): boolean {
      const entry = entries.get(id);
      if (!entry || bytesFor(entry.network) < count || !room.take(count)) return false;
      empty.delete(id);
      entry.bytes += count;
      bytes += count;
      if (entry.network !== undefined) accountOf(entry.network).bytes += count;
      return true;
    },

    /** Removes an upload from the index. @param isKept whether its bytes are now in the file store */
    end: (id: string, isKept: boolean) => remove(id, isKept),

    /** When few slots are left: the oldest upload that has been empty for a minute, to be evicted. */
    oldestEmpty(): string | undefined {
      if (maxOpen - entries.size >= evictionThreshold) return undefined;
      const [oldest] = empty;
      return oldest !== undefined && now() - (entries.get(oldest)?.startedAt ?? 0) > minute ? oldest : undefined;
    },
  };
}

/** How much more a network may use, so that it ends with at most {@link networkShare} of what is left for the others. */
function shareLeft(left: number, used: number): number {
  return Math.floor((left * networkShare - used) / (1 + networkShare));
}

/** The size of a file in bytes; undefined if the upload has been completed in the meantime. */
async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}
