import { texts as ar } from '#locales/ar/texts.ts';
import { texts as en } from '#locales/en/texts.ts';
import { texts as ru } from '#locales/ru/texts.ts';
import type { FormOnlyLanguage, Language } from '../languages.ts';
import type { TextsShapedLike } from '../texts-shaped-like.ts';

/** The shape of the texts: English defines the typed keys, and every language has to match it. */
export type Resources = typeof en;
export type Namespace = keyof Resources;

type PageTexts = TextsShapedLike<Resources>;

/**
 * The texts of pages in form-only languages: all texts of forms and receipts, and those that the frame around them
 * needs.
 */
type FormTexts = Pick<
  PageTexts,
  | 'airports'
  | 'call-back'
  | 'consent'
  | 'contact'
  | 'evacuation'
  | 'first-call'
  | 'forms'
  | 'journey'
  | 'medical-flight'
  | 'receipt'
> & {
  common: Omit<PageTexts['common'], 'hero' | 'journey' | 'nav'> & { nav: Pick<PageTexts['common']['nav'], FormLinks> };
  company: Pick<PageTexts['company'], 'hours' | 'reply' | 'emergency_phone'>;
  frame: Omit<PageTexts['frame'], 'faq' | 'learn_more'>;
};

/** The labels of links that pages in form-only languages have (`app/content/frame/navigation.ts`). */
type FormLinks =
  | 'main'
  | 'home'
  | 'contact'
  | 'urgent_request'
  | 'air_ambulance'
  | 'support'
  | 'cookie_preferences'
  | 'costs'
  | 'legal'
  | 'privacy_policy'
  | 'terms_of_service'
  | 'imprint';

/** All texts in all languages. Only the server loads all of them; a browser loads those of the current page. */
export const resources: Record<Language, PageTexts> & Record<FormOnlyLanguage, FormTexts> = { ar, en, ru };
