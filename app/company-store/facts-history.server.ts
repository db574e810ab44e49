import type { Transaction } from 'kysely';
import { checkFacts } from '#app/company/facts/check-facts.ts';
import type { CompanyFacts } from '#app/company/facts/company-facts.ts';
import type { FactProblem } from '#app/company/facts/fact-problem.ts';
import { type Database, retryIfDiskFull } from '#app/database/database.server.ts';
import type { Tables } from '#app/database/tables.ts';
import { type CheckedPicture, checkPicture, picturesIn, renamePictures, storePicture } from './fact-pictures.server.ts';
import { type FactsStorage, insertPicture, storedPictureNames } from './stored-pictures.server.ts';

/** Who saved a version: a person at the desk, by id, or somebody at the command line, by name. */
export type SavedBy = { personId: string } | { name: string };

/** A saved version of the facts, without its content. */
export interface VersionInfo {
  /** Counts from 1; 0 if no facts have been saved. */
  version: number;
  /** Unix time (ms). */
  savedAt: number;
  savedBy: SavedBy;
}

/** A version of the facts; `facts` is undefined if the values of the environment apply. */
export interface FactsVersion extends VersionInfo {
  facts: CompanyFacts | undefined;
}

/** No facts have been saved yet. */
const unsaved: FactsVersion = { version: 0, savedAt: 0, savedBy: { name: '' }, facts: undefined };

/** Returns the newest version. @throws {Error} if its facts are invalid, which only another program can have caused */
export async function readNewestFacts(database: Database): Promise<FactsVersion> {
  const row = await database
    .selectFrom('company_versions')
    .selectAll()
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return unsaved;
  return { ...infoOf(row), facts: parseSavedFacts(row.facts) };
}

/** Parses facts as stored in the database. @throws {Error} if they are invalid */
export function parseSavedFacts(json: string | null): CompanyFacts | undefined {
  if (json === null) return undefined;
  const result = checkFacts(JSON.parse(json));
  if ('facts' in result) return result.facts;
  throw new Error(`The saved company facts are invalid: ${JSON.stringify(result.problems)}`);
}

/** Returns all versions, newest first. */
export async function listVersions(database: Database): Promise<VersionInfo[]> {
  const rows = await selectInfo(database).execute();
  return rows.map(infoOf);
}

/** A change to save. */
export interface FactsChange {
  /** The version that the change is based on; 0 if no facts had been saved. */
  base: number;
  /** A plain object, see `checkFacts`. */
  facts: unknown;
  /** New pictures, by the file names that the facts use. Other names refer to stored pictures. */
  pictures: ReadonlyMap<string, Buffer>;
  savedBy: SavedBy;
  record?: RecordSave | undefined;
}

/**
 * Records in the same transaction that a version is saved: either both are stored or neither.
 * @param saved the new version, and the facts before and after it; undefined for the values of the environment
 */
export type RecordSave = (
  transaction: Transaction<Tables>,
  saved: { version: number; before: CompanyFacts | undefined; after: CompanyFacts | undefined },
) => Promise<void>;

/** The new version; or all problems; or the newer version that has been saved since `base`. */
export type SaveResult = { saved: number } | { problems: FactProblem[] } | { newer: VersionInfo };

/**
 * Saves facts as the newest version, unless they have problems or somebody has saved another version in the meantime.
 * Either everything is saved or nothing.
 * @param now Unix time (ms)
 * @throws {StorageError} if a picture cannot be stored
 */
export async function saveFacts(
  { database, files }: FactsStorage,
  { base, facts: unchecked, pictures, savedBy, record }: FactsChange,
  now: number,
): Promise<SaveResult> {
  const result = checkFacts(unchecked);
  if ('problems' in result) return result;
  const stored = await storedPictureNames(database);
  const { named, problems } = await checkPictures(result.facts, pictures, stored);
  if (problems.length > 0) return { problems };
  const facts = renamePictures(result.facts, (name) => named.get(name)?.name ?? name);

  const written = new Map<string, { picture: CheckedPicture; storageKey: string }>();
  for (const picture of named.values()) {
    if (stored.has(picture.name) || written.has(picture.name)) continue;
    written.set(picture.name, { picture, storageKey: await storePicture(files, picture) });
  }
  const saved = await retryIfDiskFull(() =>
    database.transaction().execute(async (transaction): Promise<SaveResult> => {
      const newest = await readNewestFacts(transaction);
      if (newest.version !== base) return { newer: infoOfVersion(newest) };
      // A picture may have been deleted since the first check.
      const known = new Set([...(await storedPictureNames(transaction)), ...written.keys()]);
      const missing = missingPictures(facts, known);
      if (missing.length > 0) return { problems: missing };
      for (const { picture, storageKey } of written.values()) {
        await insertPicture(transaction, picture, storageKey, now);
      }
      await insertVersion(transaction, base + 1, JSON.stringify(facts), savedBy, now);
      await record?.(transaction, { version: base + 1, before: newest.facts, after: facts });
      return { saved: base + 1 };
    }),
  );
  if (!('saved' in saved)) for (const { storageKey } of written.values()) await files.remove(storageKey);
  return saved;
}

/** The version that an undo saved; or the newest version, if that is not the one to undo. */
export type UndoResult = { saved: number; repeated: number } | { newer: VersionInfo };

/**
 * Saves the version before the newest one again, as a new version. If the first version is undone, the values of the
 * environment apply again.
 * @param base the version to undo, at least 1; only the newest one can be undone
 * @param now Unix time (ms)
 * @returns the new version, and the one that it repeats (0 for the environment)
 */
export async function undoFacts(
  database: Database,
  { base, savedBy, record }: Pick<FactsChange, 'base' | 'savedBy' | 'record'>,
  now: number,
): Promise<UndoResult> {
  return retryIfDiskFull(() =>
    database.transaction().execute(async (transaction): Promise<UndoResult> => {
      const newest = await readNewestFacts(transaction);
      if (newest.version !== base) return { newer: infoOfVersion(newest) };
      const previous = await transaction
        .selectFrom('company_versions')
        .select(['version', 'facts'])
        .where('version', '<', base)
        .orderBy('version', 'desc')
        .limit(1)
        .executeTakeFirst();
      await insertVersion(transaction, base + 1, previous?.facts ?? null, savedBy, now);
      const after = parseSavedFacts(previous?.facts ?? null);
      await record?.(transaction, { version: base + 1, before: newest.facts, after });
      return { saved: base + 1, repeated: previous?.version ?? 0 };
    }),
  );
}

/**
 * Deletes all versions but the newest, and the pictures that only the deleted versions show. Old versions may name
 * people who have left the company.
 * @returns the numbers of versions and pictures deleted
 */
export async function deleteEarlierVersions({ database, files }: FactsStorage): Promise<{
  versions: number;
  pictures: number;
}> {
  const { versions, keys } = await retryIfDiskFull(() =>
    database.transaction().execute(async (transaction) => {
      const newest = await readNewestFacts(transaction);
      const shown = picturesIn(newest.facts ?? {}).map(({ name }) => name);
      const deleted = await transaction
        .deleteFrom('company_versions')
        .where('version', '<', newest.version)
        .executeTakeFirstOrThrow();
      const pictures = await transaction
        .deleteFrom('company_pictures')
        .where('name', 'not in', shown)
        .returning('storage_key')
        .execute();
      return { versions: Number(deleted.numDeletedRows), keys: pictures.map(({ storage_key }) => storage_key) };
    }),
  );
  for (const key of keys) await files.remove(key);
  return { versions, pictures: keys.length };
}

function infoOfVersion({ version, savedAt, savedBy }: FactsVersion): VersionInfo {
  return { version, savedAt, savedBy };
}

function selectInfo(database: Database) {
  return database
    .selectFrom('company_versions')
    .select(['version', 'saved_at', 'saved_by', 'person_id'])
    .orderBy('version', 'desc');
}

interface InfoRow {
  version: number;
  saved_at: number;
  saved_by: string | null;
  person_id: string | null;
}

function infoOf({ version, saved_at: savedAt, saved_by: name, person_id: personId }: InfoRow): VersionInfo {
  return { version, savedAt, savedBy: personId === null ? { name: name ?? '' } : { personId } };
}

async function insertVersion(
  database: Database,
  version: number,
  facts: string | null,
  savedBy: SavedBy,
  now: number,
): Promise<void> {
  const who =
    'personId' in savedBy
      ? { saved_by: null, person_id: savedBy.personId }
      : { saved_by: savedBy.name, person_id: null };
  await database
    .insertInto('company_versions')
    .values({ version, facts, saved_at: now, ...who })
    .execute();
}

/** Checks the pictures that the facts name. @returns the new ones, by the names that the facts use, and the problems */
async function checkPictures(
  facts: CompanyFacts,
  pictures: ReadonlyMap<string, Buffer>,
  stored: ReadonlySet<string>,
): Promise<{ named: Map<string, CheckedPicture>; problems: FactProblem[] }> {
  const named = new Map<string, CheckedPicture>();
  const problems = missingPictures(facts, new Set([...stored, ...pictures.keys()]));
  for (const { path, name } of picturesIn(facts)) {
    const bytes = pictures.get(name);
    if (bytes === undefined || named.has(name)) continue;
    const checked = await checkPicture(bytes, name);
    if ('picture' in checked) named.set(name, checked.picture);
    else problems.push({ path, ...checked.problem });
  }
  return { named, problems };
}

/** Returns a problem for each picture that the facts name but that is neither new nor stored. */
function missingPictures(facts: CompanyFacts, known: ReadonlySet<string>): FactProblem[] {
  return picturesIn(facts)
    .filter(({ name }) => !known.has(name))
    .map(({ path, name }) => ({ path, key: 'picture_missing', values: { name } }));
}
