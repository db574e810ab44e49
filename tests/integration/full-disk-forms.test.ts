import { expect, test } from 'vitest';
import en from '../../locales/en/forms.json' with { type: 'json' };
import { formData, post, send, validRequest } from '../support/evacuation-request.ts';
import { pdf } from '../support/medical-files.ts';
import { readPage } from '../support/page.ts';
import { startSite } from '../support/site.ts';
import { keepFilesInFolders } from '../support/stored-files.ts';

keepFilesInFolders();

test('files received earlier are kept when the disk is full', async () => {
  const original = await startSite();
  const first = await readPage(await send(original, { email: '' }, [{ name: 'report 1.pdf', bytes: pdf(2000) }]));
  await original.kill();
  const full = await startSite({ dataDir: original.dataDir, maxFileSize: 2048 });
  const draft = first.value('draft') ?? '';
  const page = await readPage(await send(full, { draft }, [{ name: 'large.pdf', bytes: pdf(3_000_000) }]));
  expect(page.status).toBe(503);
  expect(page.value('draft')).toBe(draft);
  expect(page.document.querySelectorAll('li > span > span.block > bdi').map(({ textContent }) => textContent)).toEqual([
    'report 1.pdf',
  ]);
  await full.close();
});

test('an upload to a full disk gets an error page with the phone number, and the site keeps running', async () => {
  const full = await startSite({ maxFileSize: 2048 });
  const request = validRequest();
  const page = await readPage(
    await post(full, 'en', formData(request, [{ name: 'large.pdf', bytes: pdf(3_000_000) }])),
  );
  expect(page.status).toBe(503);
  expect(page.document.querySelector('[role=alert] h2')?.textContent).toBe(en.form.storage_failed);
  expect(page.document.querySelector('[role=alert] a[href^="tel:"]')).not.toBeNull();
  for (const [name, value] of Object.entries(request)) expect(page.value(name)).toBe(value);
  expect(await full.storedFiles()).toEqual([]);
  expect((await send(full)).status).toBe(303);
  await full.close();
});
