import type { CreateTableBuilder, Kysely, Migration } from 'kysely';

/**
 * Every change of the database's shape, in order. What has been released is never edited: add a new one.
 * `bigint` because moments in milliseconds do not fit PostgreSQL's integer.
 */
export const migrations: Record<string, Migration> = {
  '0001_enquiries': {
    async up(database: Kysely<unknown>) {
      await database.schema
        .createTable('drafts')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute();
      await database.schema
        .createTable('draft_files')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('draft_id', 'text', (column) => column.notNull().references('drafts.id').onDelete('cascade'))
        .$call(withFileColumns)
        .execute();
      await database.schema
        .createTable('enquiries')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('reference', 'text', (column) => column.notNull().unique())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('language', 'text', (column) => column.notNull())
        .addColumn('fields', 'text', (column) => column.notNull())
        .addColumn('content_hash', 'text', (column) => column.unique())
        .addColumn('privacy_notice', 'text', (column) => column.notNull())
        .addColumn('received_at', 'bigint', (column) => column.notNull())
        .execute();
      await database.schema
        .createTable('attachments')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('enquiry_id', 'text', (column) => column.notNull().references('enquiries.id').onDelete('cascade'))
        .$call(withFileColumns)
        .execute();
      await database.schema
        .createTable('deliveries')
        .addColumn('enquiry_id', 'text', (column) => column.primaryKey().references('enquiries.id').onDelete('cascade'))
        .addColumn('desk', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
        .addColumn('leased_until', 'bigint', (column) => column.notNull())
        .addColumn('last_error', 'text')
        .addColumn('delivered_at', 'bigint')
        .addColumn('idempotency_key', 'text', (column) => column.notNull())
        .execute();
      await database.schema
        .createTable('receipts')
        .addColumn('token_hash', 'text', (column) => column.primaryKey())
        .addColumn('enquiry_id', 'text', (column) => column.notNull().references('enquiries.id').onDelete('cascade'))
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
      for (const [table, column] of [
        ['drafts', 'expires_at'],
        ['draft_files', 'draft_id'],
        ['draft_files', 'storage_key'],
        ['attachments', 'enquiry_id'],
        ['attachments', 'storage_key'],
        ['receipts', 'enquiry_id'],
      ] as const) {
        await database.schema.createIndex(`${table}_${column}`).on(table).column(column).execute();
      }
      await database.schema
        .createIndex('deliveries_due')
        .on('deliveries')
        .columns(['state', 'next_attempt_at'])
        .execute();
    },
  },
  '0002_draft_rules': {
    async up(database: Kysely<unknown>) {
      await database.schema
        .alterTable('drafts')
        .addColumn('rules', 'text', (column) => column.notNull().defaultTo('medical'))
        .execute();
    },
  },
};

/** What a draft and an enquiry both keep of a file. */
function withFileColumns<Table extends string>(table: CreateTableBuilder<Table>) {
  return table
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('storage_key', 'text', (column) => column.notNull());
}
