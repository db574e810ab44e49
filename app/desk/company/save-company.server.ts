import type { CompanyFacts } from '#app/company/facts/company-facts.ts';
import type { FactProblem } from '#app/company/facts/fact-problem.ts';
import { basicFactsFromEnv, factsFromEnv } from '#app/company/facts/facts-from-env.ts';
import type { FactsWatch } from '#app/company/facts/published-facts.ts';
import {
  readNewestFacts,
  type RecordSave,
  saveFacts,
  undoFacts,
  type VersionInfo,
} from '#app/company-store/facts-history.server.ts';
import { savePicture } from '#app/company-store/stored-pictures.server.ts';
import type { Database } from '#app/database/database.server.ts';
import type { Environment } from '#app/env/env.server.ts';
import type { FileStore } from '#app/uploads/storage/file-store.server.ts';
import { recordAudit } from '../audit/audit.server.ts';
import { type CompanySection, fieldsOf } from './company-sections.ts';
import { tellLeads } from './contact-changes.server.ts';
import { type FactValues, readValues } from './fact-values.ts';
import { pictureControls } from './picture-controls.ts';
import { findPlace, type FormPlace, removeEntry, replaceFacts, rootOf } from './section-form.ts';

/** What the company page needs of the site. */
export interface CompanySite {
  database: Database;
  files: FileStore;
  env: Environment;
  /** The company variables that are not set. */
  placeholders: readonly string[];
  facts: FactsWatch;
}

/** The newest facts, as forms show them. */
export interface EditedFacts {
  /** The version on which a change is based. */
  version: number;
  facts: CompanyFacts;
}

/** Returns the newest facts: before the first version and after its undo, those of the environment. */
export async function readEditedFacts({ database, env, placeholders }: CompanySite): Promise<EditedFacts> {
  const { version, facts } = await readNewestFacts(database);
  return { version, facts: facts ?? factsFromEnv(env, placeholders) };
}

/** A posted form of the company page. */
export interface PostedSection {
  section: CompanySection;
  /** The version that the form was based on. */
  base: number;
  /** See `shownEntry`. */
  shown: string;
  /** Whether the entry is to be removed. */
  removes: boolean;
  form: FormData;
}

/** What a form was refused for. The values are as typed, with the names of pictures that have been stored. */
export interface RefusedSection {
  /** Undefined if the list no longer has the entry. */
  place: FormPlace | undefined;
  values: FactValues;
  problems?: FactProblem[];
  /** The version that somebody has saved in between. */
  newer?: VersionInfo;
}

/** Reads the typed values of a form; pictures have the names of the stored ones that it showed. */
export function typedValues({ section, form }: Pick<PostedSection, 'section' | 'form'>): FactValues {
  return readValues(form, fieldsOf(section));
}

/**
 * Saves the newest facts with those of one form replaced, unless something is wrong with them or somebody has saved another
 * version since the form was shown. The site shows them at once.
 * @returns why it was refused; undefined if it was saved
 * @throws {StorageError} if a picture cannot be stored
 */
export async function saveSection(
  site: CompanySite,
  posted: PostedSection,
  personId: string,
  now: number,
): Promise<RefusedSection | undefined> {
  const { section, base, shown, removes } = posted;
  const newest = await readEditedFacts(site);
  const place = findPlace(newest.facts, section, shown);
  const pictures = await storePictures(site, posted, now);
  const { values } = pictures;
  if (!place || newest.version !== base) {
    const { savedAt, savedBy, version } = await readNewestFacts(site.database);
    return { place, values, newer: { version, savedAt, savedBy } };
  }
  if (pictures.problem && !removes) {
    const { field, ...problem } = pictures.problem;
    return { place, values, problems: [{ path: [...rootOf(place), field], ...problem }] };
  }
  const facts =
    removes && place.entry !== undefined
      ? removeEntry(newest.facts, place.section, place.entry)
      : replaceFacts(newest.facts, place, values);
  const change = { base, facts, pictures: new Map<string, Buffer>(), savedBy: { personId } };
  const result = await saveFacts(site, { ...change, record: recordBy(site, personId, now) }, now);
  if ('saved' in result) {
    site.facts.renew();
    return undefined;
  }
  return { place, values, ...('newer' in result ? { newer: result.newer } : { problems: result.problems }) };
}

/**
 * Saves the version before the newest one again.
 * @param base the version to undo
 * @returns the version that somebody has saved in between; undefined if it was undone
 */
export async function undoNewest(
  site: CompanySite,
  base: number,
  personId: string,
  now: number,
): Promise<VersionInfo | undefined> {
  const change = { base, savedBy: { personId }, record: recordBy(site, personId, now) };
  const result = await undoFacts(site.database, change, now);
  if ('newer' in result) return result.newer;
  site.facts.renew();
  return undefined;
}

/** Puts a saved version into the audit log, and tells leads what it changes for families. */
function recordBy({ env, placeholders }: CompanySite, personId: string, now: number): RecordSave {
  const shown = (facts: CompanyFacts | undefined) => ({
    ...basicFactsFromEnv(env),
    ...(facts ?? factsFromEnv(env, placeholders)),
  });
  return async (transaction, { version, before, after }) => {
    await recordAudit(transaction, { at: now, personId, action: 'company_changed', subject: String(version) });
    await tellLeads(transaction, { before: shown(before), after: shown(after), changedBy: personId, now });
  };
}

/** Stores the pictures that a form brings, before anything else can be refused. */
async function storePictures(
  site: CompanySite,
  { section, form }: PostedSection,
  now: number,
): Promise<{ values: FactValues; problem?: { field: string } & Pick<FactProblem, 'key' | 'values'> }> {
  const values: Record<string, string> = { ...typedValues({ section, form }) };
  for (const { name, kind } of fieldsOf(section)) {
    if (kind !== 'picture') continue;
    const controls = pictureControls(name);
    const file = form.get(controls.file);
    if (file instanceof File && file.size > 0) {
      const picture = { bytes: Buffer.from(await file.arrayBuffer()), fileName: file.name };
      const stored = await savePicture(site, picture, now);
      if ('problem' in stored) return { values, problem: { field: name, ...stored.problem } };
      values[name] = stored.name;
    } else if (form.has(controls.remove)) {
      values[name] = '';
    }
  }
  return { values };
}
