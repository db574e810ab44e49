import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { checkFacts } from '#app/company/facts/check-facts.ts';
import type { CompanyFacts } from '#app/company/facts/company-facts.ts';
import { type FactProblem, formatProblem } from '#app/company/facts/fact-problem.ts';
import { picturesIn, readPicture } from '#app/company-store/fact-pictures.server.ts';
import { type FactsChange, readNewestFacts, type SavedBy, saveFacts } from '#app/company-store/facts-history.server.ts';
import type { Database } from '#app/database/database.server.ts';
import { germanTime } from '#app/terminal/german-time.ts';
import { UsageError } from '#app/terminal/run-tool.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';

/** A file of facts. It contains the version that was exported, so that an import cannot overwrite a later change. */
const factsFile = z.strictObject({ version: z.int().min(0), facts: z.unknown() });

interface Storage {
  database: Database;
  files: FileStore;
}

/**
 * Writes the newest facts to a JSON file, and their pictures into its folder, under the names that the file uses.
 * @param unsavedFacts the facts to export if none have been saved
 * @returns the names of the pictures
 * @throws {UsageError} if the file exists and may not be replaced, or a picture is missing
 */
export async function exportFacts(
  { database, files }: Storage,
  file: string,
  unsavedFacts: CompanyFacts,
  overwrite: boolean,
): Promise<string[]> {
  if (existsSync(file) && !overwrite) throw new UsageError(`${file} already exists; replace it with --overwrite`);
  const { version, facts = unsavedFacts } = await readNewestFacts(database);
  const names = [...new Set(picturesIn(facts).map(({ name }) => name))];
  for (const name of names) {
    const picture = await readPicture(database, files, name);
    if (!picture) throw new UsageError(`The picture ${name} is not stored`);
    await writeFile(join(dirname(file), name), picture.bytes);
  }
  await writeFile(file, `${JSON.stringify({ version, facts }, null, 2)}\n`);
  return names;
}

/**
 * Saves the facts in a JSON file. Their pictures are in the file's folder, or already stored.
 * @param now Unix time (ms)
 * @returns the new version
 * @throws {UsageError} with one line for each problem, if anything is wrong; in that case, nothing is saved
 */
export async function importFacts(storage: Storage, file: string, savedBy: SavedBy, now: number): Promise<number> {
  const { version, facts } = await readFactsFile(file);
  const checked = checkFacts(facts);
  if ('problems' in checked) throw problemsError(file, checked.problems);
  const change: FactsChange = { base: version, facts, savedBy, pictures: await readPictureFiles(file, checked.facts) };
  const result = await saveFacts(storage, change, now);
  if ('problems' in result) throw problemsError(file, result.problems);
  if ('saved' in result) return result.saved;
  const { version: newest, savedAt, savedBy: other } = result.newer;
  throw new UsageError(
    `Nothing was saved. ${file} was exported from version ${version}, but the newest is version ${newest}` +
      `${newest === 0 ? '' : `, saved by ${formatSavedBy(other)} at ${germanTime(savedAt)} (German time)`}. ` +
      'Export again, and repeat your changes in the new file.',
  );
}

/** Returns who saved a version, as text: a name, or the id of a person at the desk. */
export function formatSavedBy(savedBy: SavedBy): string {
  return 'name' in savedBy ? savedBy.name : `person ${savedBy.personId}`;
}

async function readFactsFile(file: string): Promise<{ version: number; facts: unknown }> {
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}`);
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UsageError(
      `Nothing was saved. ${file} is not JSON: ${error.message}. Often a comma or a quotation mark is missing.`,
    );
  }
  const result = factsFile.safeParse(content);
  if (result.success) return { version: result.data.version, facts: result.data.facts };
  throw new UsageError(
    `Nothing was saved. ${file} must contain "version" (the number from the export, or 0) and "facts", and nothing else.`,
  );
}

/** Reads those pictures named in the facts that are in the file's folder. */
async function readPictureFiles(file: string, facts: CompanyFacts): Promise<Map<string, Buffer>> {
  const pictures = new Map<string, Buffer>();
  for (const { name } of picturesIn(facts)) {
    const path = join(dirname(file), name);
    if (!existsSync(path)) continue;
    pictures.set(name, await readFile(path));
  }
  return pictures;
}

function problemsError(file: string, problems: readonly FactProblem[]): UsageError {
  return new UsageError(
    `Nothing was saved. In ${file}:\n${problems.map((problem) => `  ${formatProblem(problem)}`).join('\n')}`,
  );
}
