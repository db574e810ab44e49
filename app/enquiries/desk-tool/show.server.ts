import type { Database } from '#app/database/database.server.ts';
import { enquiryRows } from '../enquiry-rows.ts';
import type { ListedEnquiry } from '../list-enquiries.server.ts';
import type { EnquiryRecord } from '../read-enquiry.server.ts';
import { receiptTexts } from '../receipt-texts.server.ts';
import { formatReference } from '../reference.ts';
import { rowText } from '../row-text.ts';
import { counted } from './counted.ts';
import { enquiryJson, listedJson } from './enquiry-json.ts';
import { erasedSentence, findEnquiry } from './find-enquiry.server.ts';
import { germanTime } from './german-time.ts';
import { printable, say, sayJson, sayTable } from './terminal.ts';
import { verdictInWords } from './virus-verdicts.ts';

/** `show REF`: what was sent, the files, and what became of each parcel; of an erased enquiry, what is left. */
export async function show(database: Database, typed: string, json: boolean): Promise<void> {
  const { listed, record } = await findEnquiry(database, typed);
  if (json) sayJson(record ? enquiryJson(record) : listedJson(listed));
  else if (record) sayRecord(record);
  else sayErased(listed);
}

/** In English like all that this tool says: a word of two languages in one line helps nobody. */
function sayRecord({ enquiry, parcelOf, checks, parcels }: EnquiryRecord): void {
  const texts = receiptTexts('en');
  sayPairs([
    ['Reference', formatReference(enquiry.reference)],
    ['Kind', enquiry.kind],
    ['Received', `${germanTime(enquiry.receivedAt)}, German time`],
    ['Language', enquiry.language],
    ...(enquiry.mayBeAutomated
      ? [['Note', 'a program may have sent this: a field that people do not see was filled in'] as [string, string]]
      : []),
    ...enquiryRows(enquiry).map(({ label, value }): [string, string] => [
      texts.row[label],
      rowText(value, 'en', (choice) => texts.choice[choice]),
    ]),
  ]);
  say('');
  sayTable(
    enquiry.attachments.map(({ name, type, size, sha256 }, index) =>
      [
        `file ${index + 1}`,
        `parcel ${parcelOf[index]}`,
        `${size} bytes`,
        type,
        `sha256 ${sha256}`,
        ...verdictInWords(checks[index]),
        name,
      ].map((text) => ({ text: printable(text) })),
    ),
  );
  sayTable(
    parcels.map(({ number, purpose, createdAt, desk, state, attempts, lastError, deliveredAt }) =>
      [
        `parcel ${number}`,
        purpose,
        germanTime(createdAt),
        `${desk} ${state}`,
        counted(attempts, 'attempt'),
        deliveredAt === null ? (lastError ?? '') : `delivered ${germanTime(deliveredAt)}`,
      ].map((text) => ({ text: printable(text) })),
    ),
  );
}

function sayErased(listed: ListedEnquiry): void {
  const { reference, kind, receivedAt, delivery } = listed;
  sayPairs([
    ['Reference', formatReference(reference)],
    ['Kind', kind],
    ['Received', `${germanTime(receivedAt)}, German time`],
    ['Erased', erasedSentence(listed)],
    ...(delivery ? [['Word of it', `${delivery.desk} ${delivery.state} ${delivery.lastError ?? ''}`] as const] : []),
  ]);
}

/** Label and value in two columns; a value of several lines stays in its own. */
function sayPairs(pairs: readonly (readonly [string, string])[]): void {
  const width = Math.max(...pairs.map(([label]) => label.length)) + 2;
  for (const [label, value] of pairs) {
    value.split(/\r\n|[\n\r\u2028\u2029]/).forEach((line, index) => {
      say((index === 0 ? label : '').padEnd(width) + printable(line));
    });
  }
}
