import { type CreateTableBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import { isPostgres } from './dialect.server.ts';
import type { SchemaMigrations } from './migrate.server.ts';

/**
 * All schema migrations, in order. Never edit a released migration; add a new one. Code of the previous version must keep
 * working after each that is not a contraction (docs/how-to.md). Times are `bigint`, because Unix time in milliseconds
 * does not fit in PostgreSQL's `integer`. The first 14 change rows only in SQLite: no PostgreSQL database has rows that
 * old.
 */
export const migrations: SchemaMigrations = {
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
        .$call(addFileColumns)
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
        .$call(addFileColumns)
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
  /** Allows several outbox messages per enquiry, and erased enquiries whose receipt is still available. */
  '0003_parcels': {
    isContraction: true,
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
  /** Marks enquiries that a bot may have sent; they are stored and delivered like all others. */
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
  /**
   * Adds two fields to stored flight requests. An empty date in the short form meant as soon as possible, as the hint
   * of its field said at the time. The destination was never open, because the forms did not allow that.
   */
  '0006_as_soon_as_possible': {
    async up(database: Kysely<unknown>) {
      if (isPostgres(database)) return;
      for (const table of ['enquiries', 'parcels']) {
        const ofKind = (kind: string) =>
          table === 'enquiries'
            ? sql`kind = ${kind} AND erased_at IS NULL`
            : sql`fields IS NOT NULL AND enquiry_id IN (SELECT id FROM enquiries WHERE kind = ${kind})`;
        await sql`
          UPDATE ${sql.table(table)}
          SET fields = json_set(fields, '$.destinationOpen', json('false'),
            '$.asSoonAsPossible', json(iif(json_extract(fields, '$.date') IS NULL, 'true', 'false')))
          WHERE ${ofKind('evacuation')}`.execute(database);
        await sql`
          UPDATE ${sql.table(table)} SET fields = json_set(fields, '$.destinationOpen', json('false'))
          WHERE ${ofKind('medical-flight')}`.execute(database);
      }
    },
  },
  /** Adds notices for staff: of every request, reminders until somebody takes it, and of problems. */
  '0007_notices': {
    async up(database: Kysely<unknown>) {
      await database.schema.alterTable('enquiries').addColumn('taken_at', 'bigint').execute();
      await database.schema
        .createTable('alarms')
        .addColumn('enquiry_id', 'text', (column) => column.primaryKey().references('enquiries.id').onDelete('cascade'))
        .addColumn('notice', 'text', (column) => column.notNull())
        .addColumn('steps', 'integer', (column) => column.notNull())
        .addColumn('next_at', 'bigint')
        .execute();
      await database.schema.createIndex('alarms_next_at').on('alarms').column('next_at').execute();
      await database.schema
        .createTable('notices')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('enquiry_id', 'text', (column) => column.references('enquiries.id').onDelete('cascade'))
        .addColumn('audience', 'text', (column) => column.notNull())
        .addColumn('notice', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('is_addressed', 'integer', (column) => column.notNull())
        .execute();
      await database.schema.createIndex('notices_enquiry_id').on('notices').column('enquiry_id').execute();
      await database.schema.createIndex('notices_is_addressed').on('notices').column('is_addressed').execute();
      await database.schema
        .createTable('notice_deliveries')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('notice_id', 'text', (column) => column.notNull().references('notices.id').onDelete('cascade'))
        .addColumn('recipient', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('leased_until', 'bigint', (column) => column.notNull())
        .addColumn('last_error', 'text')
        .addColumn('accepted_at', 'bigint')
        .addUniqueConstraint('notice_deliveries_once', ['notice_id', 'recipient'])
        .execute();
      await database.schema
        .createIndex('notice_deliveries_waiting')
        .on('notice_deliveries')
        .columns(['state', 'recipient'])
        .execute();
      await database.schema
        .createTable('troubles')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('trouble', 'text', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('began_at', 'bigint', (column) => column.notNull())
        .execute();
      await database.schema
        .createTable('heartbeats')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
  /** Records which recipients an email has reached, if it has not reached all of them. */
  '0008_mail_recipients': {
    async up(database: Kysely<unknown>) {
      await database.schema.alterTable('parcels').addColumn('reached', 'text').execute();
      await sql`CREATE INDEX parcels_incomplete ON parcels (next_attempt_at) WHERE reached IS NOT NULL`.execute(
        database,
      );
    },
  },
  /** Stores the pause of deliveries after a restore, and which erasures a restore could not repeat yet. */
  '0009_restore': {
    async up(database: Kysely<unknown>) {
      await database.schema
        .createTable('delivery_pause')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('since', 'bigint', (column) => column.notNull())
        .addColumn('reason', 'text', (column) => column.notNull())
        .execute();
      await database.schema
        .alterTable('enquiries')
        .addColumn('erasure_noted', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
      await sql`CREATE INDEX enquiries_erasures_to_note ON enquiries (erased_at)
        WHERE erased_at IS NOT NULL AND erasure_noted = 0`.execute(database);
    },
  },
  /**
   * Recognises a repeated submission by its form key or sender together with its content, rather than by its content
   * alone. SQLite cannot drop the unique constraint of the old column, so the column becomes the submission hash, which
   * is unique too.
   */
  '0010_sendings': {
    isContraction: true,
    async up(database: Kysely<unknown>) {
      await executeAll(database, [
        sql`ALTER TABLE enquiries RENAME COLUMN content_hash TO sending_hash`,
        sql`ALTER TABLE enquiries ADD COLUMN content_hash text`,
        sql`ALTER TABLE enquiries ADD COLUMN alike text`,
        sql`UPDATE enquiries SET content_hash = sending_hash, sending_hash = NULL`,
        sql`CREATE INDEX enquiries_content_hash ON enquiries (content_hash)`,
      ]);
    },
  },
  /** Schedules and expires by trusted time. Before this migration, the system clock was used. */
  '0011_seen_time': {
    async up(database: Kysely<unknown>) {
      await executeAll(database, [
        sql`CREATE TABLE seen_time (name text PRIMARY KEY, seen bigint NOT NULL, clock bigint NOT NULL)`,
        sql`CREATE TABLE clock_leaps (seen_at bigint NOT NULL, milliseconds bigint NOT NULL)`,
        sql`ALTER TABLE enquiries ADD COLUMN clock_behind bigint NOT NULL DEFAULT 0`,
      ]);
    },
  },
  /** Records what happens to an enquiry after its arrival, and its newest state for lists. */
  '0012_progress': {
    async up(database: Kysely<unknown>) {
      await executeAll(database, [
        sql`CREATE TABLE enquiry_events (id text PRIMARY KEY,
          enquiry_id text NOT NULL REFERENCES enquiries (id) ON DELETE CASCADE,
          at bigint NOT NULL, kind text NOT NULL, source text NOT NULL, person_id text, details text, undone_at bigint)`,
        sql`CREATE INDEX enquiry_events_enquiry_id ON enquiry_events (enquiry_id)`,
        sql`ALTER TABLE enquiries ADD COLUMN state text NOT NULL DEFAULT 'new'`,
        sql`ALTER TABLE enquiries ADD COLUMN owner text`,
        sql`ALTER TABLE enquiries ADD COLUMN case_version integer NOT NULL DEFAULT 0`,
        // Before this migration, only the command line could take enquiries.
        ...(isPostgres(database)
          ? []
          : [
              sql`INSERT INTO enquiry_events (id, enquiry_id, at, kind, source)
          SELECT lower(hex(randomblob(12))), id, taken_at, 'taken', 'command-line' FROM enquiries
          WHERE taken_at IS NOT NULL AND erased_at IS NULL`,
            ]),
        sql`UPDATE enquiries SET state = 'taken', case_version = 1 WHERE taken_at IS NOT NULL AND erased_at IS NULL`,
      ]);
    },
  },
  /** Stores the company facts with their history, and their pictures. */
  '0013_company_facts': {
    async up(database: Kysely<unknown>) {
      await executeAll(database, [
        sql`CREATE TABLE company_versions (
          version integer PRIMARY KEY, facts text, saved_at bigint NOT NULL, saved_by text, person_id text)`,
        sql`CREATE TABLE company_pictures (
          name text PRIMARY KEY, type text NOT NULL, size bigint NOT NULL, sha256 text NOT NULL,
          storage_key text NOT NULL UNIQUE, stored_at bigint NOT NULL)`,
      ]);
    },
  },
  /** The web desk: its accounts, its audit log, and what it does with requests. */
  '0014_desk': {
    async up(database: Kysely<unknown>) {
      await executeAll(database, [
        sql`CREATE TABLE desk_people (
          id text PRIMARY KEY,
          email text NOT NULL UNIQUE,
          name text NOT NULL,
          role text NOT NULL,
          language text NOT NULL,
          password text,
          totp_secret text,
          totp_step bigint NOT NULL DEFAULT 0,
          recovery_codes text NOT NULL DEFAULT '[]',
          created_at bigint NOT NULL,
          disabled_at bigint
        )`,
        sql`CREATE TABLE desk_links (
          token_hash text PRIMARY KEY,
          person_id text NOT NULL REFERENCES desk_people (id) ON DELETE CASCADE,
          expires_at bigint NOT NULL
        )`,
        sql`CREATE TABLE desk_sessions (
          token_hash text PRIMARY KEY,
          person_id text NOT NULL REFERENCES desk_people (id) ON DELETE CASCADE,
          created_at bigint NOT NULL,
          seen_at bigint NOT NULL,
          verified_at bigint NOT NULL,
          wrong_entries integer NOT NULL DEFAULT 0,
          is_own_device integer NOT NULL
        )`,
        sql`CREATE TABLE desk_audit (
          number integer PRIMARY KEY,
          at bigint NOT NULL,
          person_id text,
          action text NOT NULL,
          subject text,
          hash text NOT NULL
        )`,
        sql`ALTER TABLE enquiries ADD COLUMN closed_at bigint`,
        sql`ALTER TABLE enquiries ADD COLUMN call_again_at bigint`,
        sql`ALTER TABLE enquiries ADD COLUMN call_announced bigint`,
        sql`ALTER TABLE enquiries ADD COLUMN restricted_at bigint`,
        sql`ALTER TABLE enquiries ADD COLUMN expiry_announced_at bigint`,
        sql`ALTER TABLE enquiries ADD COLUMN closing_counts_from bigint`,
        sql`ALTER TABLE enquiries ADD COLUMN country text`,
        sql`CREATE INDEX enquiries_call_again_at ON enquiries (call_again_at) WHERE call_again_at IS NOT NULL`,
        sql`CREATE TABLE shared_files (
          id text PRIMARY KEY,
          enquiry_id text NOT NULL REFERENCES enquiries (id) ON DELETE CASCADE,
          event_id text NOT NULL REFERENCES enquiry_events (id) ON DELETE CASCADE,
          position integer NOT NULL,
          name text NOT NULL,
          type text NOT NULL,
          size bigint NOT NULL,
          sha256 text NOT NULL,
          storage_key text NOT NULL
        )`,
        sql`CREATE INDEX shared_files_enquiry_id ON shared_files (enquiry_id)`,
        sql`CREATE INDEX shared_files_storage_key ON shared_files (storage_key)`,
        sql`CREATE TABLE sent_links (
          token_hash text PRIMARY KEY,
          enquiry_id text NOT NULL REFERENCES enquiries (id) ON DELETE CASCADE,
          created_at bigint NOT NULL,
          expires_at bigint NOT NULL,
          wrong_attempts integer NOT NULL DEFAULT 0,
          withdrawn_at bigint
        )`,
        sql`CREATE INDEX sent_links_enquiry_id ON sent_links (enquiry_id)`,
        sql`ALTER TABLE receipts ADD COLUMN sent_link text`,
        sql`ALTER TABLE receipts ADD COLUMN expires_at bigint`,
        sql`ALTER TABLE enquiries ADD COLUMN wants_mail integer NOT NULL DEFAULT 0`,
        sql`ALTER TABLE parcels ADD COLUMN text text`,
        sql`CREATE TABLE family_mails (address_hash text NOT NULL, sent_at bigint NOT NULL)`,
        sql`CREATE INDEX family_mails_address_hash ON family_mails (address_hash)`,
        sql`CREATE TABLE contact_changes (
          id text PRIMARY KEY,
          person_id text NOT NULL REFERENCES desk_people (id) ON DELETE CASCADE,
          changed_by text NOT NULL,
          at bigint NOT NULL,
          fact text NOT NULL,
          old_value text,
          new_value text,
          seen_at bigint,
          mail_tried_at bigint,
          mailed_at bigint
        )`,
        sql`CREATE INDEX contact_changes_person_id ON contact_changes (person_id)`,
      ]);
    },
  },
  /**
   * Adds what only PostgreSQL needs: a `rowid`, built into SQLite, for the order in which events were recorded;
   * bytewise comparison of hashes, whatever the database's collation; and tables for what a single process keeps in
   * memory.
   */
  '0015_many_processes': {
    async up(database: Kysely<unknown>) {
      if (!isPostgres(database)) return;
      await executeAll(database, [
        sql`ALTER TABLE enquiry_events ADD COLUMN rowid bigint GENERATED ALWAYS AS IDENTITY`,
        sql`ALTER TABLE enquiries ALTER COLUMN sending_hash TYPE text COLLATE "C"`,
        // In the column order that rate-limiter-flexible expects. Limits may be lost if the server crashes.
        sql`CREATE UNLOGGED TABLE rate_limits (key text PRIMARY KEY, points bigint NOT NULL DEFAULT 0, expire bigint)`,
        sql`CREATE INDEX rate_limits_expire ON rate_limits (expire)`,
        sql`CREATE UNLOGGED TABLE visitor_salts (day bigint PRIMARY KEY, salt text NOT NULL)`,
      ]);
    },
  },
  /** Uploads that any process can continue. Without foreign keys, because the pieces in the file store are deleted later. */
  '0016_shared_uploads': {
    async up(database: Kysely<unknown>) {
      await executeAll(database, [
        sql`CREATE TABLE unfinished_uploads (
          id text PRIMARY KEY,
          draft_id text NOT NULL,
          name text NOT NULL,
          rules text NOT NULL,
          size bigint NOT NULL,
          received bigint NOT NULL,
          created_at bigint NOT NULL
        )`,
        sql`CREATE TABLE upload_pieces (
          storage_key text PRIMARY KEY,
          upload_id text NOT NULL,
          position bigint NOT NULL,
          size bigint NOT NULL,
          UNIQUE (upload_id, position)
        )`,
      ]);
    },
  },
  /**
   * Gives each one-time link a random secret for the authenticator app, instead of one derived from its address. Links of
   * earlier versions get theirs when they are opened.
   */
  '0017_link_secrets': {
    async up(database: Kysely<unknown>) {
      await executeAll(database, [
        sql`ALTER TABLE desk_links ADD COLUMN app_secret text`,
        sql`ALTER TABLE desk_links ADD COLUMN keeps_password integer NOT NULL DEFAULT 0`,
      ]);
    },
  },
  /** Records when the desk replaced a sent link by a new one. */
  '0018_replaced_links': {
    async up(database: Kysely<unknown>) {
      await database.schema.alterTable('sent_links').addColumn('replaced_at', 'bigint').execute();
    },
  },
  /** Limits on emails to families, beyond which they wait. */
  '0019_held_family_mails': {
    async up(database: Kysely<unknown>) {
      await executeAll(database, [
        sql`ALTER TABLE family_mails ADD COLUMN network bigint`,
        sql`ALTER TABLE notice_deliveries ADD COLUMN held_since bigint`,
      ]);
    },
  },
};

/** Executes statements one after the other. */
async function executeAll(database: Kysely<unknown>, statements: RawBuilder<unknown>[]): Promise<void> {
  for (const statement of statements) await statement.execute(database);
}

/** Adds the columns that draft files and attachments share. */
function addFileColumns<Table extends string>(table: CreateTableBuilder<Table>) {
  return table
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('storage_key', 'text', (column) => column.notNull());
}
