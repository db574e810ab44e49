import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '#app/database/database.server.ts';
import type { FileStore } from '#app/uploads/file-store.server.ts';
import { listEnquiries } from '../list-enquiries.server.ts';
import { readEnquiry } from '../read-enquiry.server.ts';
import { formatReference } from '../reference.ts';
import { UsageError } from './command-line.ts';
import { counted } from './counted.ts';
import { copyFiles } from './copy-files.server.ts';
import { enquiryJson, listedJson } from './enquiry-json.ts';
import { germanDay } from './german-time.ts';
import { jsonText, printable, say, sayJson } from './terminal.ts';
import { sortOut } from './virus-verdicts.ts';

interface ExportOptions {
  /** Where `REF.json` and the folder `REF` of its files go; without it, JSON lines on standard output. */
  folder?: string;
  /** `yyyy-MM-dd`, German time: leaves out what arrived before. */
  since?: string;
  json: boolean;
}

/** `export`: every enquiry, oldest first, one JSON object each. */
export async function exportEnquiries(database: Database, store: FileStore, options: ExportOptions): Promise<void> {
  const { folder, since = '', json } = options;
  if (folder !== undefined) prepare(folder);
  const all = (await listEnquiries(database)).reverse();
  const enquiries = all.filter(({ receivedAt }) => germanDay(receivedAt) >= since);
  let files = 0;
  for (const listed of enquiries) {
    const record = await readEnquiry(database, { reference: listed.reference });
    const object = record ? enquiryJson(record) : listedJson(listed);
    if (folder === undefined) {
      sayJson(object, 0);
      continue;
    }
    const name = formatReference(listed.reference);
    const { copied, keptBack } = record ? sortOut(record, false) : { copied: [], keptBack: [] };
    const names = copied.length > 0 ? await copyFiles(copied, store, join(folder, name)) : [];
    for (const file of keptBack) console.error(`Kept back of ${name}: ${printable(file.name)} (${file.why})`);
    files += names.length;
    const whole = { ...object, ...(names.length > 0 && { copies: names.map((copy) => `${name}/${copy}`) }) };
    writeFileSync(join(folder, `${name}.json`), `${jsonText(whole)}\n`, { flag: 'wx', mode: 0o600 });
  }
  if (folder === undefined) return;
  if (json) sayJson({ folder, enquiries: enquiries.length, files });
  else say(`${counted(enquiries.length, 'enquiry')} with ${counted(files, 'file')} in ${folder}`);
}

/** An empty folder that only this user can enter. */
function prepare(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new UsageError(`${folder} is not empty; name another folder`);
  }
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
}
