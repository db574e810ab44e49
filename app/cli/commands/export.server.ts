import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '#app/database/database.server.ts';
import { readEvents } from '#app/enquiries/progress/read-progress.server.ts';
import { formatReference } from '#app/enquiries/reference.ts';
import { listEnquiries } from '#app/enquiries/store/list-enquiries.server.ts';
import { readEnquiry } from '#app/enquiries/store/read-enquiry.server.ts';
import { formatCount } from '#app/terminal/format-count.ts';
import { germanDate } from '#app/terminal/german-time.ts';
import { UsageError } from '#app/terminal/run-tool.server.ts';
import { jsonText, printable, printJson, printLine } from '#app/terminal/terminal.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import { findSizeMismatches } from '#app/uploads/storage/size-mismatches.server.ts';
import { copyFiles } from '../copy-files.server.ts';
import { enquiryJson, listedJson } from '../enquiry-json.ts';
import { selectFiles } from '../select-files.server.ts';

interface ExportOptions {
  /** The folder for `REF.json` and `REF/` with its files; if undefined, JSON lines are printed. */
  folder?: string;
  /** The first day to export (`yyyy-MM-dd`, German time); all days if undefined. */
  since?: string;
  json: boolean;
}

/** `export`: exports every enquiry as a JSON object, oldest first. @throws {UsageError} if the folder is not empty */
export async function exportEnquiries(database: Database, store: FileStore, options: ExportOptions): Promise<void> {
  const { folder, since = '', json } = options;
  if (folder !== undefined) prepareFolder(folder);
  const all = (await listEnquiries(database)).reverse();
  const enquiries = all.filter(({ receivedAt }) => germanDate(receivedAt) >= since);
  let files = 0;
  for (const listed of enquiries) {
    const record = await readEnquiry(database, { reference: listed.reference });
    const missing = new Set(record ? (await findSizeMismatches(record.enquiry.attachments, store)).keys() : []);
    const object = record
      ? enquiryJson(record, missing, await readEvents(database, record.enquiry.id))
      : listedJson(listed);
    if (folder === undefined) {
      printJson(object, 0);
      continue;
    }
    const name = formatReference(listed.reference);
    const { toCopy, withheld } = record ? await selectFiles(record, store, false) : { toCopy: [], withheld: [] };
    const names = toCopy.length > 0 ? await copyFiles(toCopy, store, join(folder, name)) : [];
    for (const file of withheld) console.error(`Withheld from ${name}: ${printable(file.name)} (${file.reason})`);
    files += names.length;
    const output = { ...object, ...(names.length > 0 && { copies: names.map((copy) => `${name}/${copy}`) }) };
    writeFileSync(join(folder, `${name}.json`), `${jsonText(output)}\n`, { flag: 'wx', mode: 0o600 });
  }
  if (folder === undefined) return;
  if (json) printJson({ folder, enquiries: enquiries.length, files });
  else printLine(`${formatCount(enquiries.length, 'enquiry')} with ${formatCount(files, 'file')} in ${folder}`);
}

/** Creates a folder that only the current user can access. @throws {UsageError} if it exists and is not empty */
function prepareFolder(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new UsageError(`${folder} is not empty; choose another folder`);
  }
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
}
