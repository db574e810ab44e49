import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CarrierLogos, openCarrierLogos } from '../../app/airlines/logos/carrier-logos.server.ts';
import { type Database, openDatabase } from '../../app/database/database.server.ts';
import { type DiskSpace, openDiskSpace } from '../../app/disk/disk-space.server.ts';
import { storeEnquiry } from '../../app/enquiries/store/store-enquiry.server.ts';
import { openSearchDatabase, type SearchDatabase } from '../../app/flights/searches/search-database.server.ts';
import { openSearchStore, type SearchStore } from '../../app/flights/searches/search-store.server.ts';
import { sampleSupplier } from '../../app/flights/suppliers/sample/sample-supplier.server.ts';
import { type Drafts, openDrafts } from '../../app/uploads/drafts/drafts.server.ts';
import { evacuationFileLimits } from '../../app/uploads/limits.ts';
import { fileRules } from '../../app/uploads/receive/file-rules.server.ts';
import { storeFiles } from '../../app/uploads/receive/store-files.server.ts';
import { uploadsInFolder } from '../../app/uploads/resumable/folder-store.server.ts';
import { openUnfinishedIndex } from '../../app/uploads/resumable/unfinished-index.server.ts';
import { openDiskStore } from '../../app/uploads/storage/disk-store.server.ts';
import type { FileStore } from '../../app/uploads/storage/file-store.server.ts';
import { flightQuery } from '../support/flights.ts';
import { pdf } from '../support/medical-files.ts';
import { newToken } from '../support/resumable-upload.ts';
import { mountDisk, type SmallDisk } from '../support/small-disk.ts';
import { type StandInLogos, startStandInLogos } from '../support/stand-in-logos.ts';

const mebibyte = 1024 * 1024;

let disk: SmallDisk;
let space: DiskSpace;
let database: Database;
let searchDatabase: SearchDatabase;
let searches: SearchStore;
let files: FileStore;
let drafts: Drafts;
let logos: CarrierLogos;
let service: StandInLogos;

beforeAll(async () => {
  disk = mountDisk(700);
  const pathOf = (name: string) => join(disk.folder, name);
  space = openDiskSpace({
    ...{ database: pathOf('site.db'), files: pathOf('files'), uploads: disk.folder, data: disk.folder },
  });
  database = await openDatabase(pathOf('site.db'), space.reserve);
  searchDatabase = await openSearchDatabase(pathOf('flights.db'));
  searches = openSearchStore(searchDatabase, sampleSupplier(), space.temporary);
  files = openDiskStore(pathOf('files'), space.files);
  drafts = openDrafts(database, files, Date.now, space.drafts);
  service = await startStandInLogos();
  logos = await openCarrierLogos(
    { template: service.template, folder: pathOf('carrier-logos'), diskBudget: space.temporary },
    pino({ level: 'silent' }),
  );
});
afterAll(async () => {
  await logos.stop();
  await service.close();
  await searchDatabase.destroy();
  await database.destroy();
  disk.unmount();
});

/** Whether `work` resolves. */
async function succeeds(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch {
    return false;
  }
}

let round = 0;
const airlines = ['QR', 'LH', 'SV', 'EK'];

/** Everything that writes to the site's disks. Each writer tries once and returns whether it succeeded. Add new ones here. */
const writers: Record<string, () => Promise<boolean>> = {
  'a file in a form': async () => {
    const part = {
      field: 'files',
      filename: 'a.pdf',
      data: (async function* () {
        yield* await Promise.resolve([pdf(200_000)]);
      })(),
    };
    const outcome = await storeFiles(files, fileRules.medical).receive(part);
    return outcome?.status === 'success';
  },
  'the start of an upload': async () => {
    const index = openUnfinishedIndex(uploadsInFolder(disk.folder), space);
    return index.hasRoomToStart(1);
  },
  'a chunk of an upload': async () => {
    const index = openUnfinishedIndex(uploadsInFolder(disk.folder), space);
    index.start('0'.repeat(64), 1);
    return Promise.resolve(index.take('0'.repeat(64), 64 * 1024));
  },
  'a draft': () => succeeds(() => drafts.getOrCreate(newToken(), evacuationFileLimits)),
  'a complete upload that is moved into the store': () => Promise.resolve(space.completedUploads.take(mebibyte)),
  'a search': () => succeeds(() => searches.add(flightQuery({ adults: round + 1 }), 'en', Date.now())),
  'a logo': async () => {
    const code = airlines[round] ?? '';
    const logo = await logos.find(code);
    // The visitor gets the logo even if it cannot be stored.
    expect(logo).toBeDefined();
    return readdirSync(join(disk.folder, 'carrier-logos')).includes(code);
  },
  'a request without files': () =>
    succeeds(() =>
      storeEnquiry(
        database,
        {
          kind: 'contact',
          language: 'en',
          fields: { name: `Visitor ${round}`, phone: '+966501234567', email: 'a@b.example', message: 'x'.repeat(5000) },
          attachments: [],
          privacyNotice: 'contact-2026-11-23',
        },
        'inbox',
        Date.now(),
      ),
    ),
};
const allWriters = Object.keys(writers);

test.each([
  ['with room for everything', 580, allWriters],
  ['with less free space than the headroom for files', 400, allWriters.slice(4)],
  ['with less free space than the headroom for searches and logos', 200, allWriters.slice(-1)],
  ['full to the last byte', 0, allWriters.slice(-1)],
])('on a disk %s, only the permitted writers can write', async (_case, freeMebibytes, permitted) => {
  disk.fillUntil(freeMebibytes * mebibyte);
  // The measurement is cached for a second.
  await pause(1100);
  const succeeded: string[] = [];
  for (const [name, write] of Object.entries(writers)) if (await write()) succeeded.push(name);
  expect(succeeded).toEqual(permitted);
  round += 1;
});
