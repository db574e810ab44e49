import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EnquirySite, startEnquirySite } from '../support/enquiry-site.ts';
import { scrape } from '../support/metrics.ts';

let enquirySite: EnquirySite;
beforeAll(async () => {
  enquirySite = await startEnquirySite({ env: { METRICS_PORT: '0', FLIGHTS: 'sample' } });
});
afterAll(() => enquirySite.close());

test('Prometheus’ own checker finds nothing wrong', async () => {
  const { stderr, error } = spawnSync('promtool', ['check', 'metrics'], {
    input: await scrape(enquirySite.site),
    encoding: 'utf8',
  });
  expect(error).toBeUndefined();
  // prom-client's own names, which existing dashboards use.
  const known = /^nodejs_active_\w+_total non-counter metrics should not have "_total" suffix$/;
  expect(stderr.split('\n').filter((line) => line !== '' && !known.test(line))).toEqual([]);
});

test('deploy/alerts.yml is valid, wakes a person when it should, and uses only metrics that the site has', async () => {
  const check = (...args: string[]) => execFileSync('promtool', args, { encoding: 'utf8', stdio: 'pipe' });
  expect(check('check', 'config', 'deploy/prometheus.yml')).toContain('1 rule files found');
  expect(check('test', 'rules', 'tests/support/alert-cases.yml')).toContain('SUCCESS');
  const rules = readFileSync('deploy/alerts.yml', 'utf8');
  const used = Array.from(rules.matchAll(/\b(?:site|nodejs|process)_[a-z0-9_]+(?=[{[) ])/g), ([name]) => name);
  expect(new Set(used).size).toBeGreaterThan(8);
  const text = await scrape(enquirySite.site);
  const onPostgres = ['site_database_connections'];
  expect(
    used.filter((name) => !text.includes(`# TYPE ${name.replace(/_count$/, '')} `) && !onPostgres.includes(name)),
  ).toEqual([]);
  const alerts = (content: string, key: string) =>
    Array.from(content.matchAll(new RegExp(`${key}: (\\w+)`, 'g')), ([, name]) => name);
  // Every alert that pages somebody has a test case.
  const cases = alerts(readFileSync('tests/support/alert-cases.yml', 'utf8'), 'alertname');
  const paging = rules.split('- alert: ').filter((rule) => rule.includes('severity: page'));
  expect(paging.length).toBeGreaterThan(5);
  expect(paging.map((rule) => rule.split('\n')[0]).filter((name) => !cases.includes(name))).toEqual([]);
});
