import { createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openDatabase } from '#app/database/database.server.ts';
import { EnvironmentError, loadEnvironment } from '#app/env.server.ts';
import { diskStore } from '#app/uploads/disk-store.server.ts';
import type { FileStore } from '#app/uploads/file-store.server.ts';
import { listEnquiries, type ListedEnquiry } from './list-enquiries.server.ts';
import { readEnquiry, type EnquiryRecord } from './read-enquiry.server.ts';
import { formatReference, parseReference } from './reference.ts';

/** `npm run enquiries -- …`: what the company reads of the inbox, on the machine that serves the site. */
const usage = `Usage:
  npm run enquiries -- list              every enquiry, newest first
  npm run enquiries -- show REF          one enquiry: what was written, its files, its delivery
  npm run enquiries -- files REF DIR     copies its files into DIR, with their names`;

/** A mistake of whoever called: told in one line, exit status 2. */
class UsageError extends Error {}

const [command, ...args] = process.argv.slice(2);
try {
  const { env } = loadEnvironment();
  const database = await openDatabase(env.DATABASE_FILE);
  try {
    const find = async (typed: string | undefined): Promise<EnquiryRecord> => {
      const reference = parseReference(typed ?? '');
      const record = reference && (await readEnquiry(database, { reference }));
      if (!record) throw new UsageError(`There is no enquiry with the reference ${typed ?? ''}`);
      return record;
    };
    switch (command) {
      case 'list':
        printList(await listEnquiries(database));
        break;
      case 'show':
        printEnquiry(await find(args[0]));
        break;
      case 'files':
        if (!args[1]) throw new UsageError(usage);
        await copyFiles(await find(args[0]), diskStore(env.FILES_DIR), args[1]);
        break;
      default:
        throw new UsageError(usage);
    }
  } finally {
    await database.destroy();
  }
} catch (error) {
  if (!(error instanceof UsageError || error instanceof EnvironmentError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

function printList(enquiries: ListedEnquiry[]): void {
  for (const { reference, kind, receivedAt, sent, delivery } of enquiries) {
    const columns = [
      formatReference(reference),
      moment(receivedAt),
      kind,
      sent?.language,
      sent && `${sent.files} files`,
      delivery && `${delivery.desk}: ${delivery.state} (${delivery.attempts})`,
      sent?.name,
    ];
    say(columns.join('  '));
  }
  say(`${enquiries.length} enquiries`);
}

function printEnquiry({ enquiry, parcels }: EnquiryRecord): void {
  say(`reference    ${formatReference(enquiry.reference)}`);
  say(`kind         ${enquiry.kind}`);
  say(`received     ${moment(enquiry.receivedAt)}`);
  say(`language     ${enquiry.language}`);
  for (const [name, value] of Object.entries(enquiry.fields)) say(`${name.padEnd(12)} ${String(value)}`);
  if (enquiry.kind === 'evacuation' && !enquiry.fields.date) say(`${'date'.padEnd(12)} as soon as possible`);
  for (const file of enquiry.attachments) {
    say(`file         ${file.name}  ${file.type}  ${file.size} bytes  sha256 ${file.sha256}`);
  }
  for (const { purpose, desk, state, attempts, lastError, deliveredAt } of parcels) {
    const last = [deliveredAt && moment(deliveredAt), lastError].filter(Boolean).join(', ');
    say(`${purpose.padEnd(12)} ${desk}: ${state} after ${attempts} attempts ${last}`);
  }
}

/** Copies the attachments; files of one name get a number, and none outside `folder` can be meant. */
async function copyFiles({ enquiry }: EnquiryRecord, store: FileStore, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const taken = new Set<string>();
  for (const file of enquiry.attachments) {
    const kept = fitting(file.name);
    let name = kept;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${number} ${kept}`;
    taken.add(name.toLowerCase());
    const path = join(folder, name);
    if (existsSync(path)) throw new UsageError(`${path} exists already; name another folder`);
    await pipeline(store.open(file.storageKey), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    say(path);
  }
}

/** File systems take 255 bytes, and an Arabic letter is two: the end is kept, for the ending's sake. */
function fitting(name: string): string {
  let fitted = name;
  while (Buffer.byteLength(fitted) > 240) fitted = Array.from(fitted).slice(1).join('');
  return fitted;
}

/** A line for a terminal, which must not obey what a visitor wrote. */
function say(line: string): void {
  console.log(line.replace(/\p{Cc}/gu, ' '));
}

function moment(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
