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
/** How long the site caches its measurement of the free space (ms). */
const measurementLifetime = 1100;
/** The free space that files must leave to requests (`headroom.files`). */
const filesHeadroom = 512 * megabyte;
const attackers = 8;

let disk: SmallDisk;
let enquirySite: EnquirySite;
beforeAll(async () => {
  disk = mountDisk(700);
  enquirySite = await startEnquirySite({ dataDir: join(disk.folder, 'data'), env: { TRUST_PROXY: '1' } });
});
afterAll(async () => {
  await enquirySite.close();
  disk.unmount();
});

const forwardedFor = (address: string) => ({ 'X-Forwarded-For': address });

/** Uploads files in chunks until the site accepts no more. @returns the number of bytes accepted */
async function fillByUploads(address: string): Promise<number> {
  const { site } = enquirySite;
  const file = pdf(8 * megabyte);
  let accepted = 0;
  for (;;) {
    const created = await create(site, {
      draft: newToken(),
      name: 'a.pdf',
      size: file.length,
      headers: forwardedFor(address),
    });
    if (created.status !== 201) return accepted;
    const upload = site.url + (created.headers.get('Location') ?? '');
    // The last byte is left out to keep the upload unfinished.
    const response = await patch(upload, 0, file.subarray(0, -1), forwardedFor(address));
    if (response.status !== 204) return accepted;
    accepted += Number(response.headers.get('Upload-Offset'));
  }
}

const sendForm = (address: string, name: string, files: Parameters<typeof formData>[1] = []) =>
  fetch(`${enquirySite.site.url}/en/services/evacuation`, {
    method: 'POST',
    body: formData(validRequest({ name }), files),
    headers: forwardedFor(address),
    redirect: 'manual',
  });

const uploadsFolder = () => join(enquirySite.site.dataDir, 'uploads');

describe('a disk of 700 MB, with default limits', () => {
  test('keeps room for the files of others when one address fills it with uploads', async () => {
    const acceptedBytes = await fillByUploads('203.0.113.1');
    expect(acceptedBytes).toBeGreaterThan(10 * megabyte);
    expect(disk.free()).toBeGreaterThan(filesHeadroom + 80 * megabyte);
    expect(await fillByUploads('203.0.113.2')).toBeGreaterThan(10 * megabyte);
  });

  test('keeps the headroom for requests when many addresses fill it with uploads and forms', async () => {
    for (let host = 3; host < attackers; host += 1) await fillByUploads(`203.0.113.${host}`);
    const file = { name: 'report.pdf', bytes: pdf(29 * megabyte) };
    for (let count = 0; count < 3; count += 1) await sendForm('203.0.113.40', `Filler ${count}`, [file, file]);
    expect(disk.free()).toBeGreaterThanOrEqual(filesHeadroom - megabyte);
  });

  test('stores a form without its files when only the headroom is left, and tells the visitor where to send them', async () => {
    disk.fillUntil(filesHeadroom);
    await pause(measurementLifetime);
    const files = [{ name: 'report.pdf', bytes: pdf(megabyte, 5) }];
    const response = await sendForm('203.0.113.50', 'Without Files', files);
    expect(response.status).toBe(303);
    const cookies = response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
    const page = await readPage(await fetch(response.headers.get('Location') ?? '', { headers: { Cookie: cookies } }));
    const alert = page.document.querySelector('[role=alert]');
    expect(alert?.textContent).toContain(receipt.documents.no_room);
    expect(alert?.textContent).toContain('care@example.com');
    expect(alert?.querySelector('a[href^="https://wa.me/"]')).not.toBeNull();
    expect(page.text).toContain(receipt.no_files);
    expect(enquirySite.acceptedFor('Without Files')).toHaveLength(1);
  });

  test('stores and delivers 100 requests from ten addresses while another program fills every free byte', async () => {
    disk.fillUntil(0);
    expect(disk.free()).toBeLessThan(megabyte);
    const stopFilling = disk.keepFull();
    const names = Array.from({ length: 100 }, (_, index) => `Full Disk ${index}`);
    const statuses: number[] = [];
    for (let first = 0; first < names.length; first += 10) {
      const batch = names.slice(first, first + 10);
      const responses = await Promise.all(batch.map((name, index) => sendForm(`198.51.100.${index}`, name)));
      statuses.push(...responses.map(({ status }) => status));
    }
    stopFilling();
    expect(statuses).toEqual(names.map(() => 303));
    expect(names.filter((name) => enquirySite.acceptedFor(name).length !== 1)).toEqual([]);
  });

  test('lets a site that starts while it is full store and deliver requests', async () => {
    await enquirySite.site.kill();
    enquirySite.site = await enquirySite.site.restart();
    expect((await sendForm('198.51.100.20', 'After Restart')).status).toBe(303);
    expect(enquirySite.acceptedFor('After Restart')).toHaveLength(1);
  });

  test('accepts files again once there is room', async () => {
    for (const name of await readdir(uploadsFolder())) await rm(join(uploadsFolder(), name));
    disk.fillUntil(690 * megabyte);
    await pause(measurementLifetime);
    const response = await sendForm('198.51.100.30', 'Room Again', [{ name: 'report.pdf', bytes: pdf(megabyte, 9) }]);
    expect(response.status).toBe(303);
    expect(enquirySite.acceptedFor('Room Again')[0]?.files).toHaveLength(1);
  });
});
