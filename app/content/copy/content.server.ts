import { type CompanyFacts, textIn } from '#app/company/facts/company-facts.ts';
import type { PublishedFacts } from '#app/company/facts/published-facts.ts';
import { replyTimeOf } from '#app/company/pages/facts-on-pages.server.ts';
import type { Environment } from '#app/env/env.server.ts';
import { isolate, isolateLtr } from '#app/i18n/format/bidi.ts';
import { type FormLanguage, type FormOnlyLanguage, isLanguage, type Language, languages } from '#app/i18n/languages.ts';
import type { TextsShapedLike } from '#app/i18n/texts-shaped-like.ts';
import { pages as ar } from '#locales/ar/pages.ts';
import { pages as en } from '#locales/en/pages.ts';
import { pages as ru } from '#locales/ru/pages.ts';
import {
  type Content,
  contentFiles,
  type ContentName,
  type FormOnlyContent,
  formOnlyContent,
} from './content-schema.ts';
import { fillIn } from './fill-in.ts';

type Copy = TextsShapedLike<typeof en>;

const copy: Record<Language, Copy> & Record<FormOnlyLanguage, Pick<Copy, keyof FormOnlyContent>> = { ar, en, ru };

const cache = new WeakMap<PublishedFacts, Map<FormLanguage, FormOnlyContent>>();

/**
 * Returns the content of all pages that exist in a language, with placeholders replaced by company facts and values
 * from the environment. The result is cached for each version of the facts.
 * @throws {ZodError} if a file does not match `content-schema.ts`; the build rules this out
 */
export function contentIn(language: Language, env: Environment, published: PublishedFacts): Content;
export function contentIn(language: FormLanguage, env: Environment, published: PublishedFacts): FormOnlyContent;
export function contentIn(language: FormLanguage, env: Environment, published: PublishedFacts): FormOnlyContent {
  const contentByLanguage = cache.get(published) ?? new Map<FormLanguage, FormOnlyContent>();
  cache.set(published, contentByLanguage);
  const content = contentByLanguage.get(language) ?? readContent(language, env, published);
  contentByLanguage.set(language, content);
  return content;
}

function readContent(language: FormLanguage, env: Environment, { facts }: PublishedFacts): FormOnlyContent {
  const names = isLanguage(language) ? (Object.keys(contentFiles) as ContentName[]) : formOnlyContent;
  const files: Partial<Record<ContentName, unknown>> = copy[language];
  const pages = names.map((name) => [name, contentFiles[name].parse(files[name])]);
  return fillIn(Object.fromEntries(pages) as FormOnlyContent, {
    company_name: isolate(textIn(facts.name, language)),
    company_phone: isolateLtr(facts.phone),
    company_email: isolateLtr(facts.email),
    company_address: isolate(textIn(facts.address, language)),
    company_representative: facts.representative && isolate(facts.representative),
    company_register: facts.register && isolate(facts.register),
    company_vat_id: facts.vatId && isolateLtr(facts.vatId),
    ...legalValues(facts, language),
    ...companyStatements(facts, language),
    closed_days: String(env.CLOSED_DAYS),
    retention_days: String(env.RETENTION_DAYS),
    backup_days: env.BACKUP_DAYS === undefined ? undefined : String(env.BACKUP_DAYS),
  });
}

/** Values that the company has written as whole sentences, or as phrases that can stand alone. */
function companyStatements(facts: CompanyFacts, language: FormLanguage) {
  const { history, spokenLanguages, licences, paidBy, authorities, neverAsks, replyTime } = facts;
  return {
    company_history: history && textIn(history, language),
    company_languages: spokenLanguages && textIn(spokenLanguages, language),
    company_licences: licences && textIn(licences, language),
    company_paid_by: paidBy && textIn(paidBy, language),
    company_authorities: authorities && textIn(authorities, language),
    company_never_asks: neverAsks && textIn(neverAsks, language),
    company_reply_urgent: replyTimeOf({ replyTime }, true, language),
    company_reply_other: replyTimeOf({ replyTime }, false, language),
  };
}

/** Values for the people and institutions that the legal pages name. */
function legalValues(facts: CompanyFacts, language: FormLanguage) {
  const { insurer, dataProtectionOfficer: officer, supervisoryAuthority: authority } = facts;
  const join = (...parts: (string | undefined)[]) =>
    parts.filter((part) => part !== undefined).join(languages[language].comma);
  return {
    company_insurer: insurer && join(isolate(insurer.name), isolate(insurer.address)),
    company_insurer_territory: insurer && textIn(insurer.territory, language),
    company_dpo:
      officer &&
      join(
        isolate(officer.name),
        officer.address && isolate(officer.address),
        officer.email && isolateLtr(officer.email),
        officer.phone && isolateLtr(officer.phone),
      ),
    company_authority:
      authority && join(isolate(textIn(authority.name, language)), authority.website && isolateLtr(authority.website)),
  };
}
