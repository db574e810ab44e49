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
import { findTarget, type FormTarget, removeEntry, replaceFacts, rootOf } from './section-form.ts';

/** What the company page needs from the site. */
export interface CompanySite {
  database: Database;
  files: FileStore;
  env: Environment;
  /** The company variables that are not set. */
  placeholders: readonly string[];
  facts: FactsWatch;
}

/** The newest facts, which the forms show. */
export interface EditedFacts {
  /** The version on which a change is based. */
  version: number;
  facts: CompanyFacts;
}

/** Returns the newest facts. Before the first version, and after it has been undone, they come from the environment. */
export async function readEditedFacts({ database, env, placeholders }: CompanySite): Promise<EditedFacts> {
  const { version, facts } = await readNewestFacts(database);
  return { version, facts: facts ?? factsFromEnv(env, placeholders) };
}

/** A submitted form of the company page. */
export interface SubmittedSection {
  section: CompanySection;
  /** The version that the form was based on. */
  base: number;
  /** See `shownEntry`. */
  shown: string;
  /** Whether the entry is to be removed. */
  isRemoval: boolean;
  form: FormData;
}

/** Why a form was rejected, and its values: as typed, with the names of pictures that have been stored. */
export interface RejectedSection {
  /** Undefined if the list no longer has the entry. */
  target: FormTarget | undefined;
  values: FactValues;
  problems?: FactProblem[];
  /** The version that somebody else has saved in the meantime. */
  newer?: VersionInfo;
}

/**
 * Reads the values of a form as typed. The value of a picture is the name of the stored picture that the form showed.
 */
export function typedValues({ section, form }: Pick<SubmittedSection, 'section' | 'form'>): FactValues {
  return readValues(form, fieldsOf(section));
}

/**
 * Replaces the facts of one form in the newest version and saves the result, unless something is wrong with it or
 * somebody has saved another version since the form was shown. The site shows the new facts immediately.
 * @returns why the form was rejected; undefined if it was saved
 * @throws {StorageError} if a picture cannot be stored
 */
export async function saveSection(
  site: CompanySite,
  submitted: SubmittedSection,
  personId: string,
  now: number,
): Promise<RejectedSection | undefined> {
  const { section, base, shown, isRemoval } = submitted;
  const newest = await readEditedFacts(site);
  const target = findTarget(newest.facts, section, shown);
  const pictures = await storePictures(site, submitted, now);
  const { values } = pictures;
  if (!target || newest.version !== base) {
    const { savedAt, savedBy, version } = await readNewestFacts(site.database);
    return { target, values, newer: { version, savedAt, savedBy } };
  }
  if (pictures.problem && !isRemoval) {
    const { field, ...problem } = pictures.problem;
    return { target, values, problems: [{ path: [...rootOf(target), field], ...problem }] };
  }
  const facts =
    isRemoval && target.entry !== undefined
      ? removeEntry(newest.facts, target.section, target.entry)
      : replaceFacts(newest.facts, target, values);
  const change = { base, facts, pictures: new Map<string, Buffer>(), savedBy: { personId } };
  const result = await saveFacts(site, { ...change, record: recordBy(site, personId, now) }, now);
  if ('saved' in result) {
    await site.facts.refresh();
    return undefined;
  }
  return { target, values, ...('newer' in result ? { newer: result.newer } : { problems: result.problems }) };
}

/**
 * Saves the version before the newest one as a new version.
 * @param base the version to undo
 * @returns the version that somebody else has saved in the meantime; undefined if `base` was undone
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
  await site.facts.refresh();
  return undefined;
}

/** Returns a function that records a saved version in the audit log and tells leads which contact facts it changes. */
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

/** Stores the pictures of a form, before anything else in it can be rejected. */
async function storePictures(
  site: CompanySite,
  { section, form }: SubmittedSection,
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
