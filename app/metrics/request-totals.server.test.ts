import { expect, test } from 'vitest';
import { createRequestTotals } from './request-totals.server.ts';

/** Returns the values by name and labels. */
function read(text: string): Record<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
}

test('responses are counted by route, status and duration, and the bytes of bodies by route', () => {
  const totals = createRequestTotals();
  totals.add('/:lang', 200, 0.004, 0);
  totals.add('/:lang', 200, 0.005, 0);
  totals.add('/:lang', 200, 0.3, 0);
  totals.add('/:lang', 200, 7200, 0);
  totals.add('/uploads', 204, 2, 1000);
  totals.add('/uploads', 'aborted', 1, 24);
  const values = read(totals.toText());
  const name = 'site_http_request_duration_seconds';
  const labels = 'route="/:lang",status="200"';
  expect(
    ['0.005', '0.025', '0.25', '0.5', '600', '+Inf'].map((limit) => values[`${name}_bucket{${labels},le="${limit}"}`]),
  ).toEqual([2, 2, 2, 3, 3, 4]);
  expect(values[`${name}_count{${labels}}`]).toBe(4);
  expect(values[`${name}_sum{${labels}}`]).toBeCloseTo(7200.309);
  expect(values[`${name}_count{route="/uploads",status="204"}`]).toBe(1);
  expect(values[`${name}_count{route="/uploads",status="aborted"}`]).toBe(1);
  expect(values['site_http_request_body_bytes_total{route="/uploads"}']).toBe(1024);
});

test('a label is escaped', () => {
  const totals = createRequestTotals();
  totals.add('/"\\\n', 200, 1, 0);
  expect(totals.toText()).toContain('{route="/\\"\\\\\\n"} 0');
});
