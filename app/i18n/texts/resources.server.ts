import { texts as ar } from '#locales/ar/texts.ts';
import { texts as en } from '#locales/en/texts.ts';
import { texts as ru } from '#locales/ru/texts.ts';
import type { FormOnlyLanguage, Language } from '../languages.ts';
import type { SameTexts } from '../same-texts.ts';

/** English is the shape that typed keys follow, and that every language is held to. */
export type Resources = typeof en;
export type Namespace = keyof Resources;

type PageTexts = SameTexts<Resources>;

/** What a form shows, and its receipt; of the texts that every page has, those that stand in it. */
type FormTexts = Pick<PageTexts, 'airports' | 'forms' | 'medical-flight' | 'receipt'> & {
  common: Pick<PageTexts['common'], 'way_out' | 'urgent_call'> & {
    nav: Pick<PageTexts['common']['nav'], 'home' | 'privacy_policy'>;
  };
};

/** Every text of every language. The server holds them all; a browser loads its page's own only. */
export const resources: Record<Language, PageTexts> & Record<FormOnlyLanguage, FormTexts> = { ar, en, ru };
