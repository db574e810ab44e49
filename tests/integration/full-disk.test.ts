import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import receipt from '../../locales/en/receipt.json' with { type: 'json' };
import { type EnquirySite, startEnquirySite } from '../support/enquiry-site.ts';
import { formData, validRequest } from '../support/evacuation-request.ts';
import { pdf } from '../support/medical-files.ts';
import { readPage } from '../support/page.ts';
import { create, newToken, patch } from '../support/resumable-upload.ts';
import { mountDisk, type SmallDisk } from '../support/small-disk.ts';

const megabyte = 1024 * 1024;
/** How long the site caches its measurement of the free space. */
const measuredFor = 1100;
const reserve = 512 * megabyte;
const attackers = 8;

let disk: SmallDisk;
let own: EnquirySite;
beforeAll(async () => {
  disk = mountDisk(700);
  own = await startEnquirySite({ dataDir: join(disk.folder, 'data'), env: { TRUST_PROXY: '1' } });
});
afterAll(async () => {
  await own.close();
  disk.unmount();
});

const from = (address: string) => ({ 'X-Forwarded-For': address });

/** Uploads files in chunks until the site accepts no more. @returns the number of bytes accepted */
async function fillByUploads(address: string): Promise<number> {
  const { site } = own;
  const file = pdf(8 * megabyte);
  let accepted = 0;
  for (;;) {
    const created = await create(site, {
      draft: newToken(),
      name: 'a.pdf',
      size: file.length,
      headers: from(address),
    });
    if (created.status !== 201) return accepted;
    const upload = site.url + (created.headers.get('Location') ?? '');
    // Leave out the last byte, so that the upload stays unfinished.
    const answer = await patch(upload, 0, file.subarray(0, -1), from(address));
    if (answer.status !== 204) return accepted;
    accepted += Number(answer.headers.get('Upload-Offset'));
  }
}

const sendForm = (address: string, name: string, files: Parameters<typeof formData>[1] = []) =>
  fetch(`${own.site.url}/en/services/evacuation`, {
    method: 'POST',
    body: formData(validRequest({ name }), files),
    headers: from(address),
    redirect: 'manual',
  });

const unfinished = () => join(own.site.dataDir, 'uploads');

describe('a disk of 700 MB, with default limits', () => {
  test('one address that fills it with uploads leaves room for the files of others', async () => {
    const greedy = await fillByUploads('203.0.113.1');
    expect(greedy).toBeGreaterThan(10 * megabyte);
    expect(disk.free()).toBeGreaterThan(reserve + 80 * megabyte);
    expect(await fillByUploads('203.0.113.2')).toBeGreaterThan(10 * megabyte);
  });

  test('many addresses that fill it with uploads and forms leave the room that requests need', async () => {
    for (let each = 3; each < attackers; each += 1) await fillByUploads(`203.0.113.${each}`);
    const file = { name: 'report.pdf', bytes: pdf(29 * megabyte) };
    for (let count = 0; count < 3; count += 1) await sendForm('203.0.113.40', `Filler ${count}`, [file, file]);
    expect(disk.free()).toBeGreaterThanOrEqual(reserve - megabyte);
  });

  test('a form is accepted without its files, and says so and where to send them', async () => {
    disk.fillUntil(reserve);
    await pause(measuredFor);
    const files = [{ name: 'report.pdf', bytes: pdf(megabyte, 5) }];
    const sent = await sendForm('203.0.113.50', 'Without Files', files);
    expect(sent.status).toBe(303);
    const cookie = sent.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const page = await readPage(await fetch(sent.headers.get('Location') ?? '', { headers: { Cookie: cookie } }));
    const told = page.document.querySelector('[role=alert]');
    expect(told?.textContent).toContain(receipt.documents.no_room);
    expect(told?.textContent).toContain('care@example.com');
    expect(told?.querySelector('a[href^="https://wa.me/"]')).not.toBeNull();
    expect(page.text).toContain(receipt.no_files);
    expect(own.acceptedOf('Without Files')).toHaveLength(1);
  });

  test('100 requests from ten addresses all arrive while another program fills every free byte', async () => {
    disk.fillUntil(0);
    expect(disk.free()).toBeLessThan(megabyte);
    const stop = disk.keepFull();
    const names = Array.from({ length: 100 }, (_, index) => `Full Disk ${index}`);
    const statuses: number[] = [];
    for (let first = 0; first < names.length; first += 10) {
      const round = names.slice(first, first + 10);
      const answers = await Promise.all(round.map((name, index) => sendForm(`198.51.100.${index}`, name)));
      statuses.push(...answers.map(({ status }) => status));
    }
    stop();
    expect(statuses).toEqual(names.map(() => 303));
    expect(names.filter((name) => own.acceptedOf(name).length !== 1)).toEqual([]);
  });

  test('a site started on it also stores and delivers', async () => {
    await own.site.kill();
    own.site = await own.site.restart();
    expect((await sendForm('198.51.100.20', 'After Restart')).status).toBe(303);
    expect(own.acceptedOf('After Restart')).toHaveLength(1);
  });

  test('when there is room again, files are accepted again and the reserve is restored', async () => {
    for (const name of await readdir(unfinished())) await rm(join(unfinished(), name));
    disk.fillUntil(690 * megabyte);
    await pause(measuredFor);
    const sent = await sendForm('198.51.100.30', 'Room Again', [{ name: 'report.pdf', bytes: pdf(megabyte, 9) }]);
    expect(sent.status).toBe(303);
    expect(own.acceptedOf('Room Again')[0]?.files).toHaveLength(1);
  });
});
