import type { Environment } from '#app/env.server.ts';
import { isolate, isolateLtr } from '#app/i18n/bidi.ts';
import type { Language } from '#app/i18n/languages.ts';
import { contentFiles, type Content, type ContentName } from './content-schema.ts';
import { fillIn } from './fill-in.ts';

const files = import.meta.glob<unknown>('/locales/*/pages/**/*.json', { eager: true, import: 'default' });

const known = new WeakMap<Environment, Map<Language, Content>>();

/**
 * The copy of every page in a language, with what the environment says filled in.
 * @throws {ZodError} when a file has not the shape of `content-schema.ts`; the build has checked that.
 */
export function contentIn(language: Language, env: Environment): Content {
  const languages = known.get(env) ?? new Map<Language, Content>();
  known.set(env, languages);
  const content = languages.get(language) ?? readContent(language, env);
  languages.set(language, content);
  return content;
}

function readContent(language: Language, env: Environment): Content {
  const names = Object.keys(contentFiles) as ContentName[];
  const pages = names.map((name) => [name, contentFiles[name].parse(files[`/locales/${language}/pages/${name}.json`])]);
  return fillIn(Object.fromEntries(pages) as Content, {
    company_name: isolate(env.COMPANY_NAME),
    company_phone: isolateLtr(env.COMPANY_PHONE),
    company_email: isolateLtr(env.COMPANY_EMAIL),
    company_address: isolate(env.COMPANY_ADDRESS),
    company_representative: isolate(env.COMPANY_REPRESENTATIVE),
    company_register: isolate(env.COMPANY_REGISTER),
    company_vat_id: isolateLtr(env.COMPANY_VAT_ID),
    retention_days: String(env.RETENTION_DAYS),
  });
}
