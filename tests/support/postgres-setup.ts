import { inject, vi } from 'vitest';
import type { Database } from '../../app/database/database.server.ts';

// Makes the tests open PostgreSQL databases where they would otherwise open SQLite files, and their sites keep files in
// a bucket.

process.env.TEST_POSTGRES = inject('postgres');
process.env.TEST_BUCKET = inject('bucket');

vi.mock(import('../../app/database/database.server.ts'), async (original) => {
  const actual = await original();
  const { openTestDatabase } = await import('./postgres-test-database.ts');
  return { ...actual, openDatabase: (file: string): Promise<Database> => openTestDatabase(file) };
});
