import { inject, vi } from 'vitest';
import type { Database } from '../../app/database/database.server.ts';

// Makes the tests open PostgreSQL databases where they would otherwise open SQLite files.

process.env.TEST_POSTGRES = inject('postgres');

vi.mock(import('../../app/database/database.server.ts'), async (original) => {
  const actual = await original();
  const { openTestDatabase } = await import('./postgres-test-database.ts');
  return { ...actual, openDatabase: (file: string): Promise<Database> => openTestDatabase(file) };
});
