import type { Environment } from '#app/env/env.server.ts';
import { isolate, isolateLtr } from '#app/i18n/format/bidi.ts';
import type { Language } from '#app/i18n/languages.ts';
import type { TextsShapedLike } from '#app/i18n/texts-shaped-like.ts';
import { pages as ar } from '#locales/ar/pages.ts';
import { pages as en } from '#locales/en/pages.ts';
import { type Content, contentFiles, type ContentName } from './content-schema.ts';
import { fillIn } from './fill-in.ts';

const copy: Record<Language, TextsShapedLike<typeof en>> = { ar, en };

const cache = new WeakMap<Environment, Map<Language, Content>>();

/**
 * Returns the content of all pages in a language, with placeholders replaced by values from the environment. The result
 * is cached for each environment.
 * @throws {ZodError} if a file does not match `content-schema.ts`; the build rules this out
 */
export function contentIn(language: Language, env: Environment): Content {
  const contentByLanguage = cache.get(env) ?? new Map<Language, Content>();
  cache.set(env, contentByLanguage);
  const content = contentByLanguage.get(language) ?? readContent(language, env);
  contentByLanguage.set(language, content);
  return content;
}

function readContent(language: Language, env: Environment): Content {
  const names = Object.keys(contentFiles) as ContentName[];
  const pages = names.map((name) => [name, contentFiles[name].parse(copy[language][name])]);
  return fillIn(Object.fromEntries(pages) as Content, {
    company_name: isolate(env.COMPANY_NAME),
    company_phone: isolateLtr(env.COMPANY_PHONE),
    company_email: isolateLtr(env.COMPANY_EMAIL),
    company_address: isolate(env.COMPANY_ADDRESS),
    company_representative: isolate(env.COMPANY_REPRESENTATIVE),
    company_register: isolate(env.COMPANY_REGISTER),
    company_vat_id: isolateLtr(env.COMPANY_VAT_ID),
    retention_days: String(env.RETENTION_DAYS),
    backup_days: env.BACKUP_DAYS === undefined ? undefined : String(env.BACKUP_DAYS),
  });
}
