import type { Database } from '#app/database/database.server.ts';
import { formatReference } from '#app/enquiries/reference.ts';
import { type ListedEnquiry, listEnquiries } from '#app/enquiries/store/list-enquiries.server.ts';
import { counted } from '#app/terminal/counted.ts';
import { germanTime } from '#app/terminal/german-time.ts';
import type { Cell, Colour } from '#app/terminal/table.ts';
import { isTerminal, printable, printJson, printLine, printTable } from '#app/terminal/terminal.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import { missingFiles } from '#app/uploads/storage/missing-files.server.ts';
import type { ListState } from '../command-line.ts';
import { listedJson } from '../enquiry-json.ts';
import { waitsTooLong } from '../waits-too-long.ts';

/** `list`: prints one line per enquiry, with those that need attention in red. */
export async function list(
  database: Database,
  store: FileStore,
  state: ListState | undefined,
  json: boolean,
): Promise<void> {
  const now = Date.now();
  const all = await listEnquiries(database);
  const missingFiles = await countMissingFiles(database, store);
  const enquiries = state === undefined ? all : all.filter((enquiry) => hasState(state, enquiry));
  if (json) {
    printJson(
      enquiries.map((enquiry) => ({
        ...listedJson(enquiry),
        ...(missingFiles.has(enquiry.reference) && { missingFiles: missingFiles.get(enquiry.reference) }),
        waitsTooLong: waitsTooLong(enquiry, now),
      })),
    );
    return;
  }
  const head = columns.map((text): Cell => ({ text, colour: 'bold' }));
  const rows = enquiries.map((enquiry) => cells(enquiry, missingFiles.get(enquiry.reference) ?? 0, now));
  printTable(isTerminal ? [head, ...rows] : rows);
  if (isTerminal) printLine(`${counted(enquiries.length, 'enquiry')}, times in Germany`);
}

/** The most important columns come first, for narrow terminals. */
const columns = ['reference', 'received', 'state', 'taken', 'kind', 'name', 'files', 'language', 'desk', 'last error'];

function cells(enquiry: ListedEnquiry, missingFiles: number, now: number): Cell[] {
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
    filesCell(sent, missingFiles),
    { text: sent?.language ?? '' },
    { text: delivery ? `${delivery.desk} (${delivery.attempts})` : '' },
    { text: printable(delivery?.lastError ?? '') },
  ];
}

function filesCell(sent: ListedEnquiry['sent'], missingFiles: number): Cell {
  if (!sent) return { text: '' };
  const withheld = Object.entries(sent.withheld ?? {}).map(([state, count]) => `${count} ${state}`);
  const colour = sent.withheld?.infected || missingFiles > 0 ? 'red' : withheld.length > 0 ? 'yellow' : undefined;
  const missing = missingFiles > 0 ? [`${missingFiles} missing`] : [];
  return { text: [counted(sent.files, 'file'), ...missing, ...withheld].join(', '), colour };
}

/** An erased enquiry shows its delivery state while the desk has not been informed. */
function stateCell(enquiry: ListedEnquiry, now: number): Cell {
  const { delivery, erased } = enquiry;
  if (!delivery || (erased && delivery.state === 'delivered')) {
    return { text: erased ? `erased (${erased.reason})` : '', colour: 'gray' };
  }
  if (waitsTooLong(enquiry, now)) return { text: 'waiting for too long', colour: 'red' };
  const colours: Record<typeof delivery.state, Colour> = { waiting: 'yellow', refused: 'red', delivered: 'green' };
  return { text: delivery.state, colour: colours[delivery.state] };
}

/** The number of files missing from the store, by reference. */
async function countMissingFiles(database: Database, store: FileStore): Promise<Map<string, number>> {
  const files = await database
    .selectFrom('attachments')
    .innerJoin('enquiries', 'enquiries.id', 'enquiry_id')
    .select(['reference', 'storage_key as storageKey', 'size'])
    .execute();
  const missing = await missingFiles(files, store);
  const counts = new Map<string, number>();
  for (const { reference, storageKey } of files) {
    if (missing.has(storageKey)) counts.set(reference, (counts.get(reference) ?? 0) + 1);
  }
  return counts;
}

function hasState(state: ListState, { erased, delivery }: ListedEnquiry): boolean {
  return state === 'erased' ? erased !== undefined : delivery?.state === state;
}
