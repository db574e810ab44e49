import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EnquirySite, startEnquirySite } from '../support/enquiry-site.ts';
import { send, validRequest } from '../support/evacuation-request.ts';
import { pdf } from '../support/medical-files.ts';
import { figureOf, metricsPort, scrape } from '../support/metrics.ts';
import { createUpload, newToken } from '../support/resumable-upload.ts';
import { startSite } from '../support/site.ts';
import { keepFilesInFolders } from '../support/stored-files.ts';

keepFilesInFolders();

let enquirySite: EnquirySite;
beforeAll(async () => {
  enquirySite = await startEnquirySite({ env: { METRICS_PORT: '0', FLIGHTS: 'sample' } });
});
afterAll(() => enquirySite.close());

const valueOf = (metric: string) => figureOf(enquirySite.site, metric);

test('requests are counted by route and status, with the bytes of their bodies', async () => {
  const { url } = enquirySite.site;
  await fetch(`${url}/en/about`);
  await fetch(`${url}/en/about`);
  await fetch(`${url}/en/nothing/at-all`);
  const count = (route: string, status: number) =>
    valueOf(`site_http_request_duration_seconds_count{route="${route}",status="${status}"}`);
  await expect.poll(() => count('/:lang/about', 200)).toBe(2);
  await expect.poll(() => count('/:lang/*', 404)).toBe(1);
  const file = pdf(300_000);
  expect((await send(enquirySite.site, {}, [{ name: 'report.pdf', bytes: file }])).status).toBe(303);
  const bytes = () => valueOf('site_http_request_body_bytes_total{route="/:lang/services/evacuation"}');
  await expect.poll(bytes).toBeGreaterThan(300_000);
  expect(await bytes()).toBeLessThan(310_000);
});

test('deliveries are counted by outcome, and the age of the oldest waiting message is known', async () => {
  const accepted = 'site_deliveries_total{kind="evacuation",purpose="enquiry",desk="api",outcome="accepted"}';
  const before = (await valueOf(accepted)) ?? 0;
  expect(await valueOf('site_shared_oldest_message_seconds')).toBe(0);
  enquirySite.api.setBehaviour('error');
  expect((await send(enquirySite.site)).status).toBe(502);
  const labels = 'kind="evacuation",purpose="enquiry",desk="api"';
  expect(await valueOf(`site_deliveries_total{${labels},outcome="unavailable"}`)).toBe(1);
  // The metrics of the database are at most five seconds old.
  await expect.poll(() => valueOf('site_shared_oldest_message_seconds')).toBeGreaterThan(0);
  expect(await valueOf(`site_shared_undelivered_messages{${labels},state="waiting"}`)).toBe(1);
  enquirySite.api.setBehaviour('ok');
  await expect.poll(() => valueOf(accepted)).toBe(before + 1);
  await expect.poll(() => valueOf('site_shared_oldest_message_seconds')).toBe(0);
  expect(await valueOf(`site_shared_undelivered_messages{${labels},state="waiting"}`)).toBeUndefined();
});

test('the metrics cover flight searches, unfinished uploads, readiness, and the process itself', async () => {
  expect(
    (await fetch(`${enquirySite.site.url}/en/search/flights?origin=RUH&destination=BER&depart_date=2031-02-01`)).status,
  ).toBe(200);
  await expect.poll(() => valueOf('site_flight_supplier_duration_seconds_count{request="start",outcome="ok"}')).toBe(1);
  await createUpload(enquirySite.site, { draft: newToken(), rules: 'medical', name: 'scan.pdf', size: 1000 });
  expect(await valueOf('site_unfinished_uploads')).toBe(1);
  expect(await valueOf('site_ready')).toBe(1);
  expect(await valueOf('site_disk_free_bytes{data="files"}')).toBeGreaterThan(0);
  expect(await valueOf('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
  expect(await valueOf('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  expect(await valueOf('site_shared_known')).toBe(1);
  if (process.env.TEST_POSTGRES !== undefined)
    expect(await valueOf('site_database_connections{state="idle"}')).toBeGreaterThan(0);
  else expect(await scrape(enquirySite.site)).not.toContain('site_database_connections');
});

test('no metric contains anything from a visitor, whatever the visitor chooses', async () => {
  const secret = 'zqmark';
  const fields = validRequest({ name: secret, email: `${secret}@example.com` });
  const receipt = (await send(enquirySite.site, fields, [{ name: `${secret}.pdf`, bytes: pdf(900) }])).headers.get(
    'Location',
  );
  const token = receipt?.split('/').at(-1) ?? '';
  expect(token.length).toBeGreaterThan(15);
  await fetch(receipt ?? '');
  const routesBefore = routesIn(await scrape(enquirySite.site));
  for (let number = 0; number < 200; number += 1) {
    const path = `/${secret}-${number}/${secret}?${secret}`;
    await fetch(enquirySite.site.url + (number % 2 === 0 ? path : `/en${path}`), {
      headers: { 'User-Agent': secret, Cookie: `${secret}=1`, traceparent: secret },
      redirect: 'manual',
    });
  }
  const text = await scrape(enquirySite.site);
  expect(text).not.toContain(secret);
  expect(text).not.toContain(token);
  expect(routesIn(text).filter((route) => !routesBefore.includes(route)).length).toBeLessThan(3);
});

test('only this machine can reach the metrics, at one address', async () => {
  const port = metricsPort(enquirySite.site);
  // A server that listened on all addresses would accept this connection.
  expect(await canConnect('127.0.0.2', port)).toBe(false);
  expect(await canConnect('127.0.0.1', port)).toBe(true);
  const status = async (path: string, method: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { method })).status;
  expect(await Promise.all([status('/', 'GET'), status('/metrics?x', 'GET'), status('/metrics', 'POST')])).toEqual([
    404, 404, 405,
  ]);
  expect((await fetch(`${enquirySite.site.url}/metrics`)).status).toBe(404);
});

test('a site whose metrics port is taken says so and works', async () => {
  const site = await startSite({ env: { METRICS_PORT: String(metricsPort(enquirySite.site)) } });
  try {
    await expect.poll(() => site.log.join('\n')).toContain('Could not serve metrics');
    expect((await fetch(`${site.url}/en/about`)).status).toBe(200);
  } finally {
    await site.close();
  }
});

function routesIn(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(/route="([^"]*)"/g), ([, route = '']) => route))];
}

function canConnect(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const finish = (isConnected: boolean) => {
      socket.destroy();
      resolve(isConnected);
    };
    socket.once('connect', () => finish(true)).once('error', () => finish(false));
  });
}
