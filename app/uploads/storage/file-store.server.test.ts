import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { testFileStore } from '#tests/support/file-store-contract.ts';
import { memoryStore } from '#tests/support/memory-storage.ts';
import { openDiskStore } from './disk-store.server.ts';

const folder = mkdtempSync(join(tmpdir(), 'stores-'));
afterAll(() => rmSync(folder, { recursive: true }));

testFileStore('on disk', () => openDiskStore(mkdtempSync(join(folder, 'store-'))));
testFileStore('in memory', memoryStore);
