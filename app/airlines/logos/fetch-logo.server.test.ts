import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LogoBehaviour, logoOf, type StandInLogos, startStandInLogos } from '#tests/support/stand-in-logos.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { fetchLogo } from './fetch-logo.server.ts';

let service: StandInLogos;
beforeEach(async () => {
  service = await startStandInLogos();
});
afterEach(() => service.close());

const fetchQatar = (template = service.template, shutdown = new AbortController().signal) =>
  fetchLogo(template, 'QR', shutdown);

test('returns a logo unchanged', async () => {
  expect(await fetchQatar()).toEqual({ outcome: 'logo', bytes: logoOf('QR') });
  expect(service.requestedCodes).toEqual(['QR']);
});

test('replaces every {code} in the template', async () => {
  expect(await fetchQatar(service.template.replace('120', '{code}'))).toMatchObject({ outcome: 'logo' });
});

test.each<[LogoBehaviour, string, string]>([
  ['missing', 'none', '404'],
  ['redirect', 'none', '302'],
  ['svg', 'none', 'not a raster image'],
  ['html', 'none', 'not a raster image'],
  ['empty', 'none', 'not a raster image'],
  ['large', 'none', 'too large'],
  ['endless', 'none', 'too large'],
  ['busy', 'unavailable', '503'],
  ['connection-reset', 'unavailable', 'UND_ERR_SOCKET'],
])('the response "%s" has the outcome "%s" with the reason "%s"', async (behaviour, outcome, reason) => {
  service.setBehaviour(behaviour);
  expect(await fetchQatar()).toEqual({ outcome, reason });
  expect(service.requestedCodes, 'there is no second request').toEqual(['QR']);
});

test('aborts an endless response', async () => {
  service.setBehaviour('endless');
  await fetchQatar();
  await waitFor(() => service.activeRequests() === 0);
});

describe('a service that does not respond', () => {
  test('times out', async () => {
    service.setBehaviour('hangs');
    expect(await fetchQatar()).toEqual({ outcome: 'unavailable', reason: expect.stringMatching(/timeout/) as string });
  });

  test('does not delay shutdown', async () => {
    service.setBehaviour('hangs');
    expect(await fetchQatar(service.template, AbortSignal.timeout(50))).toMatchObject({ outcome: 'unavailable' });
  });

  test('is unavailable if it refuses the connection', async () => {
    const { template } = service;
    await service.close();
    expect(await fetchQatar(template)).toEqual({ outcome: 'unavailable', reason: 'ECONNREFUSED' });
    service = await startStandInLogos();
  });
});
