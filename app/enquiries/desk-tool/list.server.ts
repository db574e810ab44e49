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
  const head = columns.map((text): Cell => ({ text, colour: 'bold' }));
  const rows = enquiries.map((enquiry) => cells(enquiry, now));
  sayTable(isTerminal ? [head, ...rows] : rows);
  if (isTerminal) say(`${counted(enquiries.length, 'enquiry')}, times in Germany`);
}

/** What a person looks for comes first: a narrow terminal shows no more. */
const columns = ['reference', 'received', 'state', 'kind', 'name', 'files', 'language', 'desk', 'last error'];

function cells(enquiry: ListedEnquiry, now: number): Cell[] {
  const { reference, kind, receivedAt, sent, delivery } = enquiry;
  return [
    { text: formatReference(reference) },
    { text: germanTime(receivedAt) },
    stateCell(enquiry, now),
    { text: kind },
    { text: printable(sent?.name ?? '') },
    filesCell(sent),
    { text: sent?.language ?? '' },
    { text: delivery ? `${delivery.desk} (${delivery.attempts})` : '' },
    { text: printable(delivery?.lastError ?? '') },
  ];
}

function filesCell(sent: ListedEnquiry['sent']): Cell {
  if (!sent) return { text: '' };
  const heldBack = Object.entries(sent.heldBack ?? {}).map(([state, count]) => `${count} ${state}`);
  const colour = sent.heldBack?.infected ? 'red' : heldBack.length > 0 ? 'yellow' : undefined;
  return { text: [counted(sent.files, 'file'), ...heldBack].join(', '), colour };
}

/** What was erased may still have to be told to the desk; then that is what counts. */
function stateCell(enquiry: ListedEnquiry, now: number): Cell {
  const { delivery, erased } = enquiry;
  if (!delivery || (erased && delivery.state === 'delivered')) {
    return { text: erased ? `erased (${erased.because})` : '', colour: 'gray' };
  }
  if (waitsTooLong(enquiry, now)) return { text: 'waiting for too long', colour: 'red' };
  const colours: Record<typeof delivery.state, Colour> = { waiting: 'yellow', refused: 'red', delivered: 'green' };
  return { text: delivery.state, colour: colours[delivery.state] };
}

function waitsTooLong({ delivery }: ListedEnquiry, now: number): boolean {
  return delivery?.state === 'waiting' && now - delivery.since > tooLong;
}

function isIn(state: ListState, { erased, delivery }: ListedEnquiry): boolean {
  return state === 'erased' ? erased !== undefined : delivery?.state === state;
}
