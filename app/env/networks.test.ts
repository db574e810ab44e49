import { expect, test } from 'vitest';
import { inNetworks, parseNetworks } from './networks.ts';

test.each([
  ['192.0.2.0/24', '192.0.2.77', true],
  ['192.0.2.0/24', '192.0.3.1', false],
  ['192.0.2.7', '192.0.2.7', true],
  ['192.0.2.7', '192.0.2.8', false],
  ['192.0.2.7', '::ffff:192.0.2.7', true],
  ['2001:db8::/32', '2001:db8:1::5', true],
  ['2001:db8::/32', '2001:db9::5', false],
  ['10.0.0.0/8, 2001:db8::/32', '2001:db8::1', true],
  ['0.0.0.0/0', '198.51.100.1', true],
  ['0.0.0.0/0', '2001:db8::1', false],
  ['10.0.0.0/8', undefined, false],
  ['10.0.0.0/8', '10.0.0.1.evil.example', false],
])('%s admits %s: %s', (list, address, isAdmitted) => {
  const networks = parseNetworks(list);
  expect(networks).toBeDefined();
  expect(inNetworks(address, networks)).toBe(isAdmitted);
});

test.each([
  '10.0.0.0/',
  '10.0.0.0/33',
  '10.0.0.0/-1',
  '10.0.0.0/8.5',
  '10.0.0.0/0x8',
  '10.0.0.0/1e1',
  '10.0.0.0/8/8',
  '2001:db8::/129',
  'office',
  '10.0.0',
])('%s is not a network', (list) => {
  expect(parseNetworks(list)).toBeUndefined();
});

test('without a list, everybody is admitted', () => {
  expect(inNetworks('198.51.100.1', undefined)).toBe(true);
  expect(inNetworks(undefined, undefined)).toBe(true);
});
