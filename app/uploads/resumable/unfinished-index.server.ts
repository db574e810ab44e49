import type { DiskSpace } from '#app/disk/disk-space.server.ts';
import { contactFileLimits, evacuationFileLimits } from '../limits.ts';
import { draftPrefixLength } from './upload-id.ts';

const gibibyte = 1024 ** 3;
const day = 24 * 60 * 60 * 1000;
const minute = 60_000;

/**
 * Maximum number and total size of unfinished uploads: enough for hundreds of families at the limits of their forms.
 */
const maxOpen = 20_000;
const maxBytes = 20 * gibibyte;

/** How much of `maxBytes` is reserved for uploads that are not large. */
const maxBytesHeadroom = 4 * gibibyte;

/** Minimum space for an upload to continue (bytes), so that each request makes progress. */
const minProgress = 1024 * 1024;

/** If fewer uploads than this can be added, empty uploads are evicted. */
const evictionThreshold = maxOpen / 20;

/** If fewer uploads or bytes than this can be added, each network is limited to a share of them. */
const scarceOpen = maxOpen / 2;
const scarceBytes = 2 * gibibyte;
/** The same for large uploads: a share of less space would not hold a disc. */
const scarceBytesForLarge = 8 * gibibyte;
const networkShare = 1 / 4;

interface Entry {
  /** Visitor key; undefined after a restart, until the upload continues. */
  visitorKey: number | undefined;
  bytes: number;
  isLarge: boolean;
  /** Time of the monotonic clock (ms). */
  startedAt: number;
}

/** A larger upload can only be a disc, and must not use the space that is reserved for reports. */
const maxReportBytes = Math.max(evacuationFileLimits.maxBytes, contactFileLimits.maxBytes);

/**
 * What a visitor key has used within a day: the number of its unfinished uploads, and bytes including completed files.
 */
interface Account {
  open: number;
  bytes: number;
  /** Time of the monotonic clock at the first upload (ms). */
  since: number;
}

/** The index returned by {@link openUnfinishedIndex}. */
export type UnfinishedIndex = ReturnType<typeof openUnfinishedIndex>;

/** Whether an upload of this declared size (bytes) counts as large. */
function isLargeUpload(declaredSize: number): boolean {
  return declaredSize > maxReportBytes;
}

/** How much of an upload has arrived, and its size when complete (bytes). */
export interface UploadProgress {
  id: string;
  bytes: number;
  size: number;
}

/** Where the index finds the uploads that it does not know yet. */
export interface UploadSource {
  /** Lists the ids of all uploads, and the progress of those that are not known or that other processes may continue. */
  list(known: { has(id: string): boolean }): Promise<(UploadProgress | { id: string })[]>;
  /** How long a list stays valid (ms). */
  lifetime: number;
  /** Whether other processes start and continue uploads. */
  isShared: boolean;
}

/**
 * Opens an in-memory index of the unfinished uploads, which limits their number and size.
 * @param budgets disk space available to unfinished uploads, and to large ones
 * @param now a monotonic clock (ms)
 */
export function openUnfinishedIndex(
  source: UploadSource,
  budgets: Pick<DiskSpace, 'uploads' | 'discs'>,
  now: () => number = () => performance.now(),
) {
  const entries = new Map<string, Entry>();
  /** Ids of uploads without any bytes, oldest first: evicting one loses nothing. */
  const empty = new Set<string>();
  /** Number of unfinished uploads by draft prefix. */
  const drafts = new Map<string, number>();
  /** Accounts by visitor key, oldest first. */
  const accounts = new Map<number, Account>();
  let bytes = 0;
  let synchronisedAt = -Infinity;
  let synchronising: Promise<void> | undefined;

  /** Returns the number of unfinished uploads of the draft to which an upload belongs. */
  const countForDraft = (id: string) => drafts.get(id.slice(0, draftPrefixLength)) ?? 0;

  function accountOf(visitorKey: number): Account {
    const account = accounts.get(visitorKey) ?? { open: 0, bytes: 0, since: now() };
    accounts.set(visitorKey, account);
    return account;
  }

  function add(id: string, entry: Entry): void {
    entries.set(id, entry);
    bytes += entry.bytes;
    drafts.set(id.slice(0, draftPrefixLength), countForDraft(id) + 1);
    if (entry.bytes === 0) empty.add(id);
    if (entry.visitorKey !== undefined) accountOf(entry.visitorKey).open += 1;
  }

  function remove(id: string, isStored: boolean): void {
    const entry = entries.get(id);
    if (!entry) return;
    entries.delete(id);
    empty.delete(id);
    bytes -= entry.bytes;
    const draft = id.slice(0, draftPrefixLength);
    if (countForDraft(id) > 1) drafts.set(draft, countForDraft(id) - 1);
    else drafts.delete(draft);
    if (entry.visitorKey === undefined) return;
    const account = accountOf(entry.visitorKey);
    account.open -= 1;
    if (!isStored) account.bytes -= entry.bytes;
    removeExpiredAccounts();
  }

  /**
   * Deletes the oldest accounts once they are unused. Visitor keys change daily, so bytes are forgotten after a day.
   */
  function removeExpiredAccounts(): void {
    for (const [visitorKey, { open, bytes: uploadedBytes, since }] of accounts) {
      if (open > 0 || (uploadedBytes > 0 && now() - since < day)) return;
      accounts.delete(visitorKey);
    }
  }

  /** Returns the bytes that a network may still upload: all that are left, or its share if space is short. */
  function bytesLeftFor(visitorKey: number | undefined, isLarge: boolean): number {
    const left = isLarge
      ? Math.min(maxBytes - maxBytesHeadroom - bytes, budgets.discs.left())
      : Math.min(maxBytes - bytes, budgets.uploads.left());
    if (left >= (isLarge ? scarceBytesForLarge : scarceBytes) || visitorKey === undefined) return Math.max(0, left);
    return Math.max(0, remainingShare(left, accountOf(visitorKey).bytes));
  }

  function canStart(visitorKey: number, declaredSize: number): boolean {
    const left = maxOpen - entries.size;
    const isLarge = isLargeUpload(declaredSize);
    return (
      left > 0 &&
      (left >= scarceOpen || remainingShare(left, accountOf(visitorKey).open) >= 1) &&
      bytesLeftFor(visitorKey, isLarge) >= (isLarge ? declaredSize : minProgress)
    );
  }

  /** Adds an upload that another process has started, or the bytes that another process has added to one. */
  function recordProgress({ id, bytes: arrived, size }: UploadProgress): void {
    const entry = entries.get(id);
    if (!entry) {
      add(id, { visitorKey: undefined, bytes: arrived, isLarge: isLargeUpload(size), startedAt: now() });
    } else if (arrived > entry.bytes) {
      bytes += arrived - entry.bytes;
      entry.bytes = arrived;
      empty.delete(id);
    }
  }

  /** Synchronises the index with all uploads, some of which other processes may have started or deleted. */
  async function synchronise(): Promise<void> {
    synchronisedAt = now();
    const uploads = await source.list(entries);
    const ids = new Set(uploads.map(({ id }) => id));
    for (const [id, { startedAt }] of entries) if (!ids.has(id) && now() - startedAt > minute) remove(id, false);
    for (const upload of uploads) if ('bytes' in upload) recordProgress(upload);
  }

  return {
    countForDraft,

    /** Returns the number of unfinished uploads, and of their bytes. */
    totals: () => ({ count: entries.size, bytes }),

    /**
     * Whether a network may start an upload of this size now: a large one must fit as a whole. Lists all uploads again before
     * rejecting, unless the last list is still valid.
     */
    async hasRoomToStart(visitorKey: number, declaredSize = 0): Promise<boolean> {
      if (!canStart(visitorKey, declaredSize)) await this.refresh();
      return canStart(visitorKey, declaredSize);
    },

    /** Whether an upload may continue now. After a restart, attributes the upload to the network that continues it. */
    async hasRoomToContinue(id: string, visitorKey: number): Promise<boolean> {
      const entry = entries.get(id);
      if (entry && entry.visitorKey === undefined) {
        entry.visitorKey = visitorKey;
        const account = accountOf(visitorKey);
        account.open += 1;
        account.bytes += entry.bytes;
      }
      const hasRoom = () => bytesLeftFor(entry?.visitorKey ?? visitorKey, entry?.isLarge ?? false) >= minProgress;
      if (!hasRoom()) await this.refresh();
      return hasRoom();
    },

    recordProgress,

    /** Waits for the first list, or for a valid one if other processes start uploads. */
    async ready(): Promise<void> {
      if (source.isShared || synchronising === undefined) return this.refresh();
      return synchronising;
    },

    /** Lists the uploads, unless the last list is still valid. */
    async refresh(): Promise<void> {
      if (now() - synchronisedAt < source.lifetime) return synchronising;
      synchronising = synchronise();
      return synchronising;
    },

    /** Adds a new upload. */
    start(id: string, visitorKey: number, declaredSize = 0): void {
      add(id, { visitorKey, bytes: 0, isLarge: isLargeUpload(declaredSize), startedAt: now() });
    },

    /**
     * Counts bytes that are about to be written to an upload. Returns false and counts nothing if there is no space.
     */
    take(id: string, count: number): boolean {
      const entry = entries.get(id);
      if (!entry || bytesLeftFor(entry.visitorKey, entry.isLarge) < count) return false;
      if (!(entry.isLarge ? budgets.discs : budgets.uploads).take(count)) return false;
      empty.delete(id);
      entry.bytes += count;
      bytes += count;
      if (entry.visitorKey !== undefined) accountOf(entry.visitorKey).bytes += count;
      return true;
    },

    /** Removes an upload. @param isStored whether its bytes are now in the file store */
    end: (id: string, isStored: boolean) => remove(id, isStored),

    /**
     * Returns the upload to evict when the limit is nearly reached: the oldest one that has been empty for a minute.
     */
    oldestEmpty(): string | undefined {
      if (maxOpen - entries.size >= evictionThreshold) return undefined;
      const [oldest] = empty;
      return oldest !== undefined && now() - (entries.get(oldest)?.startedAt ?? 0) > minute ? oldest : undefined;
    },
  };
}

/**
 * Returns how much more a network may use: its total is at most {@link networkShare} of what it leaves for the others.
 */
function remainingShare(left: number, used: number): number {
  return Math.floor((left * networkShare - used) / (1 + networkShare));
}
