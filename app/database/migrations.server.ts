import { sql, type CreateTableBuilder, type Kysely, type Migration } from 'kysely';

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
  /** An enquiry may go to the desk in several parcels, and be erased while its receipt's address still answers. */
  '0003_parcels': {
    async up(database: Kysely<unknown>) {
      await database.schema
        .alterTable('attachments')
        .addColumn('parcel', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
      await database.schema.alterTable('enquiries').addColumn('erased_at', 'bigint').execute();
      await database.schema.alterTable('enquiries').addColumn('erased_because', 'text').execute();
      await database.schema
        .createTable('parcels')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('enquiry_id', 'text', (column) => column.notNull().references('enquiries.id').onDelete('cascade'))
        .addColumn('number', 'integer', (column) => column.notNull())
        .addColumn('purpose', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('desk', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
        .addColumn('leased_until', 'bigint', (column) => column.notNull())
        .addColumn('last_error', 'text')
        .addColumn('delivered_at', 'bigint')
        .addColumn('idempotency_key', 'text', (column) => column.notNull())
        .addColumn('fields', 'text')
        .addUniqueConstraint('parcels_number', ['enquiry_id', 'number'])
        .execute();
      await sql`
        INSERT INTO parcels
        SELECT enquiry_id, enquiry_id, 0, 'enquiry', received_at, desk, state, attempts, next_attempt_at, leased_until,
          last_error, delivered_at, idempotency_key, NULL
        FROM deliveries JOIN enquiries ON enquiries.id = enquiry_id`.execute(database);
      await database.schema.dropTable('deliveries').execute();
      await database.schema.createIndex('parcels_due').on('parcels').columns(['state', 'next_attempt_at']).execute();
    },
  },
  /** What a program filled in is stored and delivered like any other enquiry, and says so. */
  '0004_automated': {
    async up(database: Kysely<unknown>) {
      await database.schema
        .alterTable('enquiries')
        .addColumn('may_be_automated', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
    },
  },
  '0005_virus_check': {
    async up(database: Kysely<unknown>) {
      await database.schema
        .alterTable('attachments')
        .addColumn('virus_check', 'text', (column) => column.notNull().defaultTo('none'))
        .execute();
      await database.schema.alterTable('attachments').addColumn('virus_finding', 'text').execute();
      await database.schema.alterTable('attachments').addColumn('follow_up', 'integer').execute();
      await database.schema.createIndex('attachments_virus_check').on('attachments').column('virus_check').execute();
      await database.schema.createIndex('attachments_follow_up').on('attachments').column('follow_up').execute();
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
