import { gzipSync } from 'node:zlib';
import { seededRandom } from '#app/flights/suppliers/sample/seeded-random.ts';
import { flightQuery } from '../flights.ts';
import { randomResponses } from '../random-wire-responses.ts';
import { scaleForSoak } from '../scale-for-soak.ts';
import { wireChunk, wireFare, wireLeg, wireProposal, wireSegment } from '../wire-responses.ts';
import { type Content, type ContentReader, type OpenReader } from './content-reader.ts';
import { jsonInDisorder, jsonTexts, repeatedIn } from './json-texts.ts';
import { type Service, startService } from './service.ts';

const seeds = Array.from({ length: scaleForSoak(1, 60) }, (_, index) => index);

/** A response as from a real search, of about the given size. */
const honest: Content[1] = (size) => {
  const [response] = randomResponses(seededRandom(1), { proposals: Math.ceil(size / 9_500), gates: 4, responses: 1 });
  return Buffer.from(JSON.stringify(response));
};

type Piece = string | ((index: number) => string);

/** Repeats a piece at a place of an otherwise honest response. @param piece is followed by `last` */
function at(place: (value: unknown) => unknown, opening: '[' | '{' | '"', piece: Piece, last: string): Content[1] {
  const mark = 'the place';
  const [beginning = '', end = ''] = JSON.stringify(place(mark)).split(JSON.stringify(mark));
  const closing = { '[': ']', '{': '}', '"': '"' }[opening];
  return repeatedIn(beginning + opening, piece, last + closing + end);
}

const inResponse = (value: unknown) => [value];
const inProposals = (value: unknown) => [wireChunk(value)];
const inProposal = (changes: object) => [wireChunk([wireProposal(changes)])];
const inFare = (changes: object) => inProposal({ terms: { 65: wireFare(changes) } });
const inLeg = (changes: object) =>
  inProposal({ segment: [wireSegment([wireLeg('RUH', 'FRA', undefined, 390, changes)])] });

/** The smallest proposal with a fare. */
const smallProposal = JSON.stringify({
  segment: [
    {
      flight: [
        {
          departure: 'RUH',
          arrival: 'FRA',
          departure_timestamp: 18e8,
          arrival_timestamp: 18e8 + 9e3,
          operating_carrier: 'SV',
        },
      ],
    },
  ],
  terms: { 65: { price: 1, currency: 'sar', unified_price: 1, url: 1 } },
});
const code = (index: number) => (index % 46_656).toString(36).padStart(3, '0').toUpperCase();

const responses: readonly Content[] = [
  ['an honest response', honest],
  ['a compressed response', (size) => gzipSync(honest(size), { level: 1 })],
  ['a compressed response of blanks', (size) => gzipSync(Buffer.alloc(size * 20, ' '), { level: 1 })],
  ['small proposals', at(inProposals, '[', `${smallProposal},`, smallProposal)],
  [
    'different small proposals',
    at(inProposals, '[', (index) => `${smallProposal.replace('"FRA"', `"${code(index)}"`)},`, smallProposal),
  ],
  ['proposals that are none', at(inProposals, '[', '1,', '1')],
  ['empty proposals', at(inProposals, '[', '{},', '{}')],
  ['one long proposal', at((value) => inProposal({ unknown: value }), '[', '[],', '[]')],
  [
    'many partners',
    at(
      (value) => inResponse(wireChunk([], { gates_info: value })),
      '{',
      (index) => `"${index}":{"label":"${index}"},`,
      '"a":1',
    ),
  ],
  [
    'many airports',
    at(
      (value) => inResponse(wireChunk([], { airports: value })),
      '{',
      (index) => `"${code(index)}":{"name":"${index}"},`,
      '"a":1',
    ),
  ],
  [
    'many unknown properties',
    at(
      (value) => inResponse({ ...wireChunk([]), unknown: value }),
      '{',
      (index) => `"${index}":1,`,
      '"a":1',
    ),
  ],
  ['many chunks', at((value) => value, '[', '{"proposals":[{}]},', '{}')],
  [
    'many chunks with proposals',
    at(
      (value) => value,
      '[',
      (index) => `{"chunk_id":${index},"proposals":[${smallProposal}]},`,
      '{}',
    ),
  ],
  ['many lists of proposals in a chunk', at(inResponse, '{', '"proposals":[1],', '"a":1')],
  [
    'many fares',
    at(
      (value) => inProposal({ xterms: { 65: value } }),
      '{',
      (index) => `"${index}":${JSON.stringify(wireFare())},`,
      '"a":1',
    ),
  ],
  [
    'many partners of a proposal',
    at(
      (value) => inProposal({ terms: value }),
      '{',
      (index) => `"${index}":${JSON.stringify(wireFare())},`,
      '"a":1',
    ),
  ],
  ['nested sources of baggage', at((value) => inFare({ baggage_source: value }), '[', '[', ']')],
  ['many tags', at((value) => inFare({ tags: value }), '[', '"virtual_interline",', '1')],
  ['a long name', at((value) => inLeg({ aircraft: value }), '"', 'ب \u202e', '')],
  ['a long code of baggage', at((value) => inFare({ flights_baggage: value }), '"', '1PC', '')],
  ['a price of many digits', at((value) => inFare({ price: value }), '"', '9', '')],
  ['a long currency', at((value) => inFare({ currency: value }), '"', ' ', '')],
  [
    'a long date',
    at(
      (value) => inLeg({ departure_timestamp: undefined, local_departure_timestamp: undefined, departure_date: value }),
      '"',
      ' ',
      '2027-03-26',
    ),
  ],
  ['many legs', at((value) => inProposal({ segment: [{ flight: value }] }), '[', `${JSON.stringify(wireLeg())},`, '1')],
  ['many segments', at((value) => inProposal({ segment: value }), '[', '{"flight":[]},', '1')],
  [
    'many currencies',
    at(
      (value) => inResponse(wireChunk([], { currency_rates: value })),
      '{',
      (index) => `"${index.toString(36)}":1,`,
      '"sar":1',
    ),
  ],
  ...jsonTexts,
  ...jsonInDisorder(seeds),
  ...jsonInDisorder(seeds, (filling) => Buffer.concat([Buffer.from('[{"proposals":['), filling, Buffer.from(']}]')])),
];

const links: readonly Content[] = [
  ['an honest link', () => Buffer.from('{"url":"https://example.com/","method":"GET","params":{}}')],
  ['many parameters', repeatedIn('{"url":"https://example.com/","params":{', (index) => `"${index}":1,`, '"a":1}}')],
  ['a long address', repeatedIn('{"url":"https://example.com/', 'é', '"}')],
  ['long numbers', repeatedIn('{"url":"https://example.com/","unknown":[', '9007199254740993,', '1]}')],
  ...jsonTexts,
  ...jsonInDisorder(seeds),
];

/** Opens a reader of what the supplier answers to one kind of request. */
async function openSupplier(
  ask: (supplier: Awaited<ReturnType<typeof importSupplier>>) => Promise<unknown>,
): Promise<OpenReader> {
  const service = await startService();
  const supplier = await importSupplier(service);
  return {
    async read(content) {
      service.setAnswer(content);
      await ask(supplier).catch((error: unknown) => {
        if (!(error instanceof Error && error.name === 'SupplierError')) throw error;
      });
    },
    close: () => service.close(),
  };
}

async function importSupplier({ url }: Service) {
  const { apiSupplier } = await import('#app/flights/suppliers/api/api-supplier.server.ts');
  return apiSupplier(url);
}

/** Four times the size of the longest such answer that is read to its end (bytes). */
const fourTimesShort = 4 * 256 * 1024;

const directory = 'flights/suppliers/api';

export const supplierReaders: readonly ContentReader[] = [
  {
    name: 'flights of the supplier',
    sources: [
      `${directory}/api-supplier.server.ts`,
      `${directory}/fetch-limited.server.ts`,
      `${directory}/wire/read-poll-response.server.ts`,
    ],
    maxBytes: 40 * 1024 * 1024,
    readsJson: true,
    contents: responses,
    open: () => openSupplier((supplier) => supplier.poll('search', flightQuery())),
  },
  {
    name: 'start of a search at the supplier',
    sources: [`${directory}/api-supplier.server.ts`],
    maxBytes: fourTimesShort,
    readsJson: true,
    contents: [['an honest answer', () => Buffer.from('{"searchId":1,"currency_rates":{"sar":1}}')], ...links],
    open: () => openSupplier((supplier) => supplier.start(flightQuery(), { language: 'en', currency: 'SAR' })),
  },
  {
    name: 'booking link of the supplier',
    sources: [`${directory}/api-supplier.server.ts`],
    maxBytes: fourTimesShort,
    readsJson: true,
    contents: links,
    open: () => openSupplier((supplier) => supplier.bookingLink('search', 'fare', { language: 'en' })),
  },
];
