import type { Database } from '#app/database/database.server.ts';
import { formatReference } from '#app/enquiries/reference.ts';
import { type ListedEnquiry, listEnquiries } from '#app/enquiries/store/list-enquiries.server.ts';
import { formatCount } from '#app/terminal/format-count.ts';
import { germanTime } from '#app/terminal/german-time.ts';
import type { Cell, Colour } from '#app/terminal/table/table.ts';
import { isTerminal, printable, printJson, printLine, printTable } from '#app/terminal/terminal.ts';
import { type FileStore, StorageError } from '#app/uploads/storage/file-store.server.ts';
import { findSizeMismatches } from '#app/uploads/storage/size-mismatches.server.ts';
import type { ListState } from '../command-line.ts';
import { listedJson } from '../enquiry-json.ts';
import { isOverdue } from '../is-overdue.ts';

/** `list`: prints one line per enquiry, with problems in red. */
export async function list(
  database: Database,
  store: FileStore,
  state: ListState | undefined,
  json: boolean,
): Promise<void> {
  const now = Date.now();
  const all = await listEnquiries(database);
  const missingCounts = await countMissingFiles(database, store);
  const enquiries = state === undefined ? all : all.filter((enquiry) => hasState(state, enquiry));
  if (json) {
    printJson(
      enquiries.map((enquiry) => ({
        ...listedJson(enquiry),
        ...(missingCounts.has(enquiry.reference) && { missingFiles: missingCounts.get(enquiry.reference) }),
        waitsTooLong: isOverdue(enquiry, now),
      })),
    );
    return;
  }
  const header = columns.map((text): Cell => ({ text, colour: 'bold' }));
  const rows = enquiries.map((enquiry) => cells(enquiry, missingCounts.get(enquiry.reference) ?? 0, now));
  printTable(isTerminal ? [header, ...rows] : rows);
  if (isTerminal) printLine(`${formatCount(enquiries.length, 'enquiry')}, times in Germany`);
}

/** The most important columns first, because narrow terminals cut off the others. */
const columns = ['reference', 'received', 'state', 'taken', 'kind', 'name', 'files', 'language', 'desk', 'last error'];

function cells(enquiry: ListedEnquiry, missingCount: number, now: number): Cell[] {
  const { reference, kind, receivedAt, takenAt, duplicateOf, sent, delivery } = enquiry;
  return [
    { text: formatReference(reference) },
    { text: germanTime(receivedAt) },
    stateCell(enquiry, now),
    { text: takenAt === undefined ? '' : germanTime(takenAt) },
    duplicateOf === undefined
      ? { text: kind }
      : { text: `${kind}, same as ${formatReference(duplicateOf)}`, colour: 'yellow' },
    { text: printable(sent?.name ?? '') },
    filesCell(sent, missingCount),
    { text: sent?.language ?? '' },
    { text: delivery ? `${delivery.desk} (${delivery.attempts})` : '' },
    { text: printable(delivery?.lastError ?? '') },
  ];
}

function filesCell(sent: ListedEnquiry['sent'], missingCount: number): Cell {
  if (!sent) return { text: '' };
  const withheld = Object.entries(sent.withheld ?? {}).map(([state, count]) => `${count} ${state}`);
  const colour = sent.withheld?.infected || missingCount > 0 ? 'red' : withheld.length > 0 ? 'yellow' : undefined;
  const missing = missingCount > 0 ? [`${missingCount} missing`] : [];
  return { text: [formatCount(sent.files, 'file'), ...missing, ...withheld].join(', '), colour };
}

/** The state of an erased enquiry is that of its delivery until the desk has been told of the erasure. */
function stateCell(enquiry: ListedEnquiry, now: number): Cell {
  const { delivery, erased } = enquiry;
  if (!delivery || (erased && delivery.state === 'delivered')) {
    return { text: erased ? `erased (${erased.reason})` : '', colour: 'gray' };
  }
  if (isOverdue(enquiry, now)) return { text: 'waiting for too long', colour: 'red' };
  const colours: Record<typeof delivery.state, Colour> = { waiting: 'yellow', refused: 'red', delivered: 'green' };
  return { text: delivery.state, colour: colours[delivery.state] };
}

/** Counts the files that are missing from the store or truncated, by reference. */
async function countMissingFiles(database: Database, store: FileStore): Promise<Map<string, number>> {
  const files = await database
    .selectFrom('attachments')
    .innerJoin('enquiries', 'enquiries.id', 'enquiry_id')
    .select(['reference', 'storage_key as storageKey', 'size'])
    .execute();
  const counts = new Map<string, number>();
  const mismatches = await findSizeMismatches(files, store).catch((error: unknown) => {
    if (!(error instanceof StorageError)) throw error;
    console.error(`Missing files are not marked: ${error.message}`);
    return new Map<string, number | undefined>();
  });
  for (const { reference, storageKey } of files) {
    if (mismatches.has(storageKey)) counts.set(reference, (counts.get(reference) ?? 0) + 1);
  }
  return counts;
}

function hasState(state: ListState, { erased, delivery }: ListedEnquiry): boolean {
  return state === 'erased' ? erased !== undefined : delivery?.state === state;
}
