import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withDatabase } from '../support/desk-people.ts';
import { type EnquirySite, startEnquirySite } from '../support/enquiry-site.ts';
import { formData, type SentFile, validRequest } from '../support/evacuation-request.ts';
import { pdf } from '../support/medical-files.ts';
import { hiddenFields, readPage } from '../support/page.ts';
import { createUpload, newToken, patch, upload } from '../support/resumable-upload.ts';
import { runEnquiries } from '../support/site.ts';
import { listUnfinished } from '../support/unfinished-uploads.ts';

// Tests which submissions count as the same request, and which do not, even if the sender knows another one's content.

const minute = 60 * 1000;

let enquirySite: EnquirySite;
beforeAll(async () => {
  enquirySite = await startEnquirySite({ env: { TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '100' } });
});
afterAll(() => enquirySite.close());
beforeEach(() => enquirySite.api.setBehaviour('ok'));

/** The properties by which a submission without a key is recognised. */
interface Sender {
  address: string;
  browser: string;
  language?: string;
}

const family: Sender = { address: '203.0.113.7', browser: 'Phone 1' };
const neighbour: Sender = { address: '198.51.100.9', browser: 'Phone 1' };

const report: SentFile = { name: 'report.pdf', bytes: pdf(40_000, 7) };

function sendAs(
  { address, browser, language = 'ar' }: Sender,
  fields: Record<string, string>,
  files: SentFile[] = [],
): Promise<Response> {
  return fetch(`${enquirySite.site.url}/en/services/evacuation`, {
    method: 'POST',
    headers: { 'X-Forwarded-For': address, 'User-Agent': browser, 'Accept-Language': language },
    body: formData(fields, files),
    redirect: 'manual',
  });
}

/** Returns a valid request with a form key, as the page's script sends it. */
const createKeyedRequest = (): Record<string, string> => ({ ...validRequest(), 'form-key': newToken() });

/** Opens the receipt that a submission redirected to. */
async function openReceipt(response: Response): Promise<{ reference: string; url: string }> {
  expect(response.status).toBe(303);
  const url = response.headers.get('Location') ?? '';
  const { title } = await readPage(await fetch(url));
  return { reference: /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(title)?.[0] ?? '', url };
}

const referenceOf = async (submission: Promise<Response>) => (await openReceipt(await submission)).reference;

/** Backdates all enquiries. */
function backdate(milliseconds: number): Promise<unknown> {
  return withDatabase(enquirySite.site, (database) =>
    database
      .updateTable('enquiries')
      .set(({ eb }) => ({ received_at: eb('received_at', '-', milliseconds) }))
      .execute(),
  );
}

interface ListedEnquiry {
  reference: string;
  alike?: string;
}

async function listEnquiries(...references: string[]): Promise<ListedEnquiry[]> {
  const { output } = await runEnquiries(enquirySite.site, 'list', '--json');
  return (JSON.parse(output) as ListedEnquiry[]).filter(({ reference }) => references.includes(reference));
}

async function erase(receipt: string): Promise<void> {
  const path = `${receipt}/delete`;
  expect((await fetch(path, { method: 'POST', redirect: 'manual' })).status).toBe(303);
}

describe('the same content from somebody else is a separate request', () => {
  test.each<[string, Sender]>([
    ['from another address', neighbour],
    ['from another browser of the same address', { ...family, browser: 'Phone 2' }],
    ['from a browser in another language', { ...family, language: 'ru' }],
  ])('%s', async (_, other) => {
    const request = validRequest();
    const first = await openReceipt(await sendAs(family, request, [report]));
    const second = await openReceipt(await sendAs(other, request, [report]));
    expect(second.reference).not.toBe(first.reference);
    expect(enquirySite.acceptedFor(request.name ?? '')).toHaveLength(2);

    await erase(second.url);
    const remaining = await readPage(await fetch(first.url));
    expect(remaining.status).toBe(200);
    expect(remaining.text).toContain('report.pdf');
  });

  test('with another key, a made-up one or an empty one', async () => {
    const request = validRequest();
    const references = await Promise.all(
      [{ 'form-key': newToken() }, { 'form-key': newToken() }, { 'form-key': 'x' }, { 'form-key': '' }].map(
        (key, index) => referenceOf(sendAs({ ...family, address: `203.0.113.${index}` }, { ...request, ...key })),
      ),
    );
    expect(new Set(references).size).toBe(4);
  });

  test('with the receipt of a different request', async () => {
    const [own, victim] = [validRequest(), validRequest()];
    const { url } = await openReceipt(await sendAs(neighbour, own));
    const theirs = await referenceOf(sendAs(family, victim));
    const receipt = url.split('/').pop() ?? '';
    expect(await referenceOf(sendAs(neighbour, { ...victim, receipt }))).not.toBe(theirs);
  });

  test('and the desk’s tool names the request that it duplicates', async () => {
    const request = validRequest();
    const first = await referenceOf(sendAs(family, request));
    const second = await referenceOf(sendAs(neighbour, request));
    const other = await referenceOf(sendAs(family, validRequest()));
    expect(
      (await listEnquiries(first, second, other)).map(({ reference, alike }) => [reference, alike]).sort(),
    ).toEqual(
      [
        [first, undefined],
        [second, first],
        [other, undefined],
      ].sort(),
    );
    expect((await runEnquiries(enquirySite.site, 'list')).output).toMatch(
      new RegExp(`^${second}\t.*\tevacuation, same as ${first}\t`, 'm'),
    );
    expect((await runEnquiries(enquirySite.site, 'show', second)).output).toContain(first);
    const exported = (await runEnquiries(enquirySite.site, 'export')).output.split('\n').filter(Boolean);
    const lines = exported.map((line) => JSON.parse(line) as ListedEnquiry);
    expect(lines.find(({ reference }) => reference === second)).toMatchObject({ alike: first });
    // The fields of the API are fixed, so nothing is added to them.
    const [firstFields, secondFields] = enquirySite
      .acceptedFor(request.name ?? '')
      .map(({ parts }) => parts.map(({ name }) => name));
    expect(secondFields).toEqual(firstFields);
  });
});

describe('without a key, the same content from the same address and browser is one request', () => {
  test('tapped twice, or reloaded within two minutes', async () => {
    const request = validRequest();
    const taps = [sendAs(family, request, [report]), sendAs(family, request, [report])].map(referenceOf);
    const [first, second] = await Promise.all(taps);
    expect(second).toBe(first);
    await backdate(2 * minute - 5_000);
    expect(await referenceOf(sendAs(family, request, [report]))).toBe(first);
    expect(enquirySite.acceptedFor(request.name ?? '')).toHaveLength(1);
  });

  test('from a phone whose address changes within its network', async () => {
    const request = validRequest();
    const referenceAt = (address: string) => referenceOf(sendAs({ ...family, address }, request));
    expect(await referenceAt('2001:db8:1:2::7')).toBe(await referenceAt('2001:db8:1:2:aaaa::9'));
  });

  test('even if the site was killed in between', async () => {
    const request = validRequest();
    const first = await referenceOf(sendAs(family, request));
    await enquirySite.site.kill();
    enquirySite.site = await enquirySite.site.restart();
    expect(await referenceOf(sendAs(family, request))).toBe(first);
  });

  test('but not later, when the hash that identifies the sender is erased', async () => {
    const request = validRequest();
    const first = await referenceOf(sendAs(family, request));
    await backdate(2 * minute);
    expect(await referenceOf(sendAs(family, request))).not.toBe(first);
    const row = await withDatabase(enquirySite.site, (database) =>
      database
        .selectFrom('enquiries')
        .select('sending_hash')
        .where('reference', '=', first.replace('-', ''))
        .executeTakeFirst(),
    );
    expect(row).toEqual({ sending_hash: null });
  });
});

describe('with the same key, the same content is one request', () => {
  test('for a day, from any network', async () => {
    const request = createKeyedRequest();
    const [first, repeated] = await Promise.all(
      [family, neighbour].map((sender) => referenceOf(sendAs(sender, request))),
    );
    expect(repeated).toBe(first);
    await backdate(23 * 60 * minute);
    expect(await referenceOf(sendAs(neighbour, request))).toBe(first);
    await backdate(60 * minute);
    expect(await referenceOf(sendAs(neighbour, request))).not.toBe(first);
  });

  test('and changed content is another, so that edits after going back are not lost', async () => {
    const request = createKeyedRequest();
    const first = await referenceOf(sendAs(family, request));
    expect(await referenceOf(sendAs(family, { ...request, phone: '+966501234568' }))).not.toBe(first);
    expect(await referenceOf(sendAs(family, request, [report]))).not.toBe(first);
    expect(enquirySite.acceptedFor(request.name ?? '')).toHaveLength(3);
  });

  test('but the key gives no access to a request with other content', async () => {
    const request = createKeyedRequest();
    const first = await referenceOf(sendAs(family, request));
    const changed = { ...request, name: `${request.name} ` + 'bin Omar' };
    expect(await referenceOf(sendAs(neighbour, changed))).not.toBe(first);
  });

  test('unless documents were added since, which a sender of the same form must not see', async () => {
    const request = createKeyedRequest();
    const first = await openReceipt(await sendAs(family, request));
    const body = formData({ kind: 'documents' }, [report]);
    expect((await fetch(first.url, { method: 'POST', body, redirect: 'manual' })).status).toBe(303);
    expect(await referenceOf(sendAs(family, request))).not.toBe(first.reference);
  });
});

describe('an error page carries the fields that identify the next submission as the same request', () => {
  test('after a failed delivery, even from another network, an hour later, with the files of its draft', async () => {
    enquirySite.api.setBehaviour('error');
    const request = validRequest();
    const failed = await readPage(await sendAs(family, request, [report]));
    expect(failed.status).toBe(502);
    const reference = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(failed.text)?.[0];
    enquirySite.api.setBehaviour('ok');
    await backdate(60 * minute);
    expect(await referenceOf(sendAs(neighbour, { ...request, ...hiddenFields(failed) }))).toBe(reference);
    expect(enquirySite.acceptedFor(request.name ?? '')).toHaveLength(1);
  });

  test('after an invalid field, even if the corrected form is tapped twice while the phone changes networks', async () => {
    const request = validRequest();
    const invalidPage = await readPage(await sendAs(family, { ...request, email: 'no address' }, [report]));
    expect(invalidPage.status).toBe(400);
    const corrected = { ...request, ...hiddenFields(invalidPage) };
    expect(corrected['form-key']).toMatch(/^[\w-]{22}$/);
    const taps = await Promise.all([family, neighbour].map((sender) => referenceOf(sendAs(sender, corrected))));
    expect(taps[1]).toBe(taps[0]);
  });

  test('and each page has a different form key', async () => {
    const pages = await Promise.all([1, 2].map(async () => readPage(await sendAs(family, { name: 'x' }))));
    expect(new Set(pages.map((page) => page.value('form-key'))).size).toBe(2);
  });
});

describe('"delete my data"', () => {
  /** Lists the stored files: complete ones, and unfinished uploads with their metadata. */
  const listFiles = async () => [
    ...(await enquirySite.site.storedFiles()),
    ...(await listUnfinished(enquirySite.site)),
  ];

  test('erases every copy of a file that no other request uses: from a repeated submission, another tab or an interrupted upload', async () => {
    const before = await listFiles();
    const bytes = pdf(90_000, 8);
    const files = [{ name: 'mine.pdf', bytes }];
    const request = validRequest();
    const [receipt] = await Promise.all([1, 2].map(async () => openReceipt(await sendAs(family, request, files))));
    expect((await upload(enquirySite.site, { draft: newToken(), name: 'other tab.pdf', bytes })).status).toBe(200);
    const unfinished = await createUpload(enquirySite.site, {
      draft: newToken(),
      name: 'half.pdf',
      size: bytes.length,
    });
    expect((await patch(unfinished, 0, bytes.subarray(0, 50_000))).status).toBe(204);
    expect((await listFiles()).length).toBe(before.length + 5);

    await erase(receipt?.url ?? '');
    expect((await listFiles()).sort()).toEqual(before.sort());
  });

  test('keeps the files and the draft of another request, and uploads of other content', async () => {
    const bytes = pdf(90_000, 9);
    const other = pdf(90_000, 10);
    const request = validRequest();
    const mine = await openReceipt(await sendAs(family, request, [{ name: 'a.pdf', bytes }]));
    enquirySite.api.setBehaviour('error');
    const theirs = await readPage(await sendAs(neighbour, request, [{ name: 'b.pdf', bytes }]));
    expect(theirs.status).toBe(502);
    const unfinished = await createUpload(enquirySite.site, {
      draft: newToken(),
      name: 'half.pdf',
      size: other.length,
    });
    expect((await patch(unfinished, 0, other.subarray(0, 50_000))).status).toBe(204);

    enquirySite.api.setBehaviour('ok');
    const before = (await listFiles()).length;
    await erase(mine.url);
    expect((await listFiles()).length).toBe(before - 1);
    const resent = await sendAs(neighbour, { ...request, ...hiddenFields(theirs) });
    expect((await openReceipt(resent)).reference).toBe(/[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(theirs.text)?.[0]);
    expect((await patch(unfinished, 50_000, other.subarray(50_000))).status).toBe(200);
  });
});
