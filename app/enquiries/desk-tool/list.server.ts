import type { Database } from '#app/database/database.server.ts';
import { listEnquiries, type ListedEnquiry } from '../list-enquiries.server.ts';
import { formatReference } from '../reference.ts';
import type { ListState } from './command-line.ts';
import { counted } from './counted.ts';
import { listedJson } from './enquiry-json.ts';
import { germanTime } from './german-time.ts';
import type { Cell, Colour } from './table.ts';
import { isTerminal, printable, say, sayJson, sayTable } from './terminal.ts';

/** The first six attempts take less; whoever asked for an aircraft should not wait longer without anybody knowing. */
const tooLong = 15 * 60_000;

/** `list`: every enquiry in a line, what needs a person in red. */
export async function list(database: Database, state: ListState | undefined, json: boolean): Promise<void> {
  const now = Date.now();
  const all = await listEnquiries(database);
  const enquiries = state === undefined ? all : all.filter((enquiry) => isIn(state, enquiry));
  if (json) {
    sayJson(enquiries.map((enquiry) => ({ ...listedJson(enquiry), waitsTooLong: waitsTooLong(enquiry, now) })));
    return;
  }
  const titles = ['reference', 'received', 'kind', 'language', 'files', 'delivery', 'name'];
  const head: Cell[] = titles.map((text) => ({ text, colour: 'bold' }));
  const rows = enquiries.map((enquiry) => cells(enquiry, now));
  sayTable(isTerminal ? [head, ...rows] : rows);
  if (isTerminal) say(`${counted(enquiries.length, 'enquiry')}, times in Germany`);
}

function cells(enquiry: ListedEnquiry, now: number): Cell[] {
  const { reference, kind, receivedAt, erased, sent } = enquiry;
  const texts = [
    formatReference(reference),
    germanTime(receivedAt),
    kind,
    sent?.language,
    sent && counted(sent.files, 'file'),
  ];
  return [
    ...texts.map((text): Cell => ({ text: text ?? '' })),
    deliveryCell(enquiry, now),
    sent
      ? { text: printable(sent.name) }
      : { text: erased ? `erased ${germanTime(erased.at)} (${erased.because})` : '', colour: 'gray' },
  ];
}

function deliveryCell(enquiry: ListedEnquiry, now: number): Cell {
  const { delivery } = enquiry;
  if (!delivery) return { text: '' };
  const { desk, state, attempts, lastError } = delivery;
  const late = waitsTooLong(enquiry, now) ? ', for too long' : '';
  const error = lastError === null ? '' : `: ${printable(lastError)}`;
  const colours: Record<typeof state, Colour> = {
    waiting: late ? 'red' : 'yellow',
    refused: 'red',
    delivered: 'green',
  };
  return { text: `${desk} ${state} (${attempts})${late}${error}`, colour: colours[state] };
}

function waitsTooLong({ delivery }: ListedEnquiry, now: number): boolean {
  return delivery?.state === 'waiting' && now - delivery.since > tooLong;
}

function isIn(state: ListState, { erased, delivery }: ListedEnquiry): boolean {
  return state === 'erased' ? erased !== undefined : delivery?.state === state;
}
