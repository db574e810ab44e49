import type { Database } from '#app/database/database.server.ts';
import { staffRows } from '#app/enquiries/enquiry-rows.server.ts';
import type { RequestEvent } from '#app/enquiries/progress/progress.ts';
import { readEvents } from '#app/enquiries/progress/read-progress.server.ts';
import { receiptTexts } from '#app/enquiries/receipt/receipt-texts.server.ts';
import { formatReference } from '#app/enquiries/reference.ts';
import { rowText } from '#app/enquiries/row-text.ts';
import type { ListedEnquiry } from '#app/enquiries/store/list-enquiries.server.ts';
import type { EnquiryRecord } from '#app/enquiries/store/read-enquiry.server.ts';
import { formatCount } from '#app/terminal/format-count.ts';
import { germanTime } from '#app/terminal/german-time.ts';
import { printable, printJson, printLine, printTable } from '#app/terminal/terminal.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import { findSizeMismatches } from '#app/uploads/storage/size-mismatches.server.ts';
import { enquiryJson, listedJson } from '../enquiry-json.ts';
import { describeErasure, findEnquiry } from '../find-enquiry.server.ts';
import { describeVerdict, missingFileText } from '../select-files.server.ts';

/** `show REF`: prints an enquiry's fields, files, outbox messages and events, or the remaining data of an erased one. */
export async function show(database: Database, store: FileStore, typedReference: string, json: boolean): Promise<void> {
  const { listed, record } = await findEnquiry(database, typedReference);
  const missing = new Set(record ? (await findSizeMismatches(record.enquiry.attachments, store)).keys() : []);
  const events = record ? await readEvents(database, record.enquiry.id) : [];
  if (json) printJson(record ? enquiryJson(record, missing, events) : listedJson(listed));
  else if (record) printRecord(record, missing, events);
  else printErased(listed);
}

/** Prints an enquiry in English, like the rest of this tool. */
function printRecord(
  { enquiry, takenAt, messageNumbers, checks, outboxMessages }: EnquiryRecord,
  missing: ReadonlySet<string>,
  events: readonly RequestEvent[],
): void {
  const texts = receiptTexts('en');
  printLabelled([
    ['Reference', formatReference(enquiry.reference)],
    ['Kind', enquiry.kind],
    ['Received', `${germanTime(enquiry.receivedAt)}, German time`],
    ['Taken', takenAt === undefined ? 'not yet' : `${germanTime(takenAt)}, German time`],
    ['Language', enquiry.language],
    ...(enquiry.mayBeAutomated
      ? [['Note', 'may have been sent by a bot: a hidden field was filled in'] as [string, string]]
      : []),
    ...(enquiry.duplicateOf === undefined
      ? []
      : [['Note', `the same content was sent before, as ${formatReference(enquiry.duplicateOf)}`] as [string, string]]),
    ...staffRows(enquiry).map(({ label, value }): [string, string] => [
      texts.row[label],
      rowText(value, 'en', (choice) => texts.choice[choice]),
    ]),
  ]);
  printLine('');
  printTable(
    enquiry.attachments.map(({ name, type, size, sha256, storageKey }, index) =>
      [
        `file ${index + 1}`,
        `message ${messageNumbers[index] ?? ''}`,
        `${size} bytes`,
        type,
        `sha256 ${sha256}`,
        ...(missing.has(storageKey) ? [missingFileText] : []),
        ...describeVerdict(checks[index]),
        name,
      ].map((text) => ({ text: printable(text) })),
    ),
  );
  printTable(
    outboxMessages.map(({ number, purpose, createdAt, desk, state, attempts, lastError, deliveredAt }) =>
      [
        `message ${number}`,
        purpose,
        germanTime(createdAt),
        `${desk} ${state}`,
        formatCount(attempts, 'attempt'),
        describeOutcome(deliveredAt, lastError),
      ].map((text) => ({ text: printable(text) })),
    ),
  );
  printTable(
    events.map(({ kind, at, source }) =>
      [`event ${kind}`, germanTime(at), typeof source === 'string' ? source : 'desk'].map((text) => ({
        text: printable(text),
      })),
    ),
  );
  printLabelled(
    outboxMessages.flatMap(({ number, text }) => (text === null ? [] : [[`Answer (message ${number})`, text]])),
  );
}

/** Describes the outcome of a delivery, including why some recipients of the desk did not receive it. */
function describeOutcome(deliveredAt: number | null, lastError: string | null): string {
  if (deliveredAt === null) return lastError ?? '';
  const delivered = `delivered ${germanTime(deliveredAt)}`;
  return lastError === null ? delivered : `${delivered}, but not to everybody: ${lastError}`;
}

function printErased(listed: ListedEnquiry): void {
  const { reference, kind, receivedAt, delivery } = listed;
  printLabelled([
    ['Reference', formatReference(reference)],
    ['Kind', kind],
    ['Received', `${germanTime(receivedAt)}, German time`],
    ['Erased', describeErasure(listed)],
    ...(delivery ? [['Desk informed', `${delivery.desk} ${delivery.state} ${delivery.lastError ?? ''}`] as const] : []),
  ]);
}

/** Prints labels and values in two columns, with multi-line values indented. */
function printLabelled(pairs: readonly (readonly [string, string])[]): void {
  const width = Math.max(...pairs.map(([label]) => label.length)) + 2;
  for (const [label, value] of pairs) {
    value.split(/\r\n|[\n\r\u2028\u2029]/).forEach((line, index) => {
      printLine((index === 0 ? label : '').padEnd(width) + printable(line));
    });
  }
}
