import { texts as ar } from '#locales/ar/texts.ts';
import { texts as en } from '#locales/en/texts.ts';
import { texts as ru } from '#locales/ru/texts.ts';
import type { FormOnlyLanguage, Language } from '../languages.ts';
import type { TextsShapedLike } from '../texts-shaped-like.ts';

/** The shape of the texts: English defines the typed keys, and every language has to match it. */
export type Resources = typeof en;
export type Namespace = keyof Resources;

type PageTexts = TextsShapedLike<Resources>;

/** The texts that forms and receipts need, including some of the common texts. */
type FormTexts = Pick<PageTexts, 'airports' | 'first-call' | 'forms' | 'journey' | 'medical-flight' | 'receipt'> & {
  common: Pick<PageTexts['common'], 'way_out' | 'urgent_call'> & {
    nav: Pick<PageTexts['common']['nav'], 'home' | 'privacy_policy' | 'costs'>;
  };
};

/** All texts in all languages. Only the server loads all of them; a browser loads those of its page. */
export const resources: Record<Language, PageTexts> & Record<FormOnlyLanguage, FormTexts> = { ar, en, ru };
