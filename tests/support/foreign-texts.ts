import { HTMLElement, TextNode } from 'node-html-parser';
import type { FormLanguage } from '../../app/i18n/languages.ts';
import type { Page } from './page.ts';

/** The script of each language's letters. */
const scripts: Record<FormLanguage, string> = { ar: 'Arabic', en: 'Latin', ru: 'Cyrillic' };

/** Terms that every language writes in Latin letters, such as the names of formats, services and laws. */
const latinNames = new RegExp(
  String.raw`(?<!\p{L})(?:${[
    ...[
      'PDF',
      'JPG',
      'DOCX',
      'HEIC',
      'ZIP',
      'DICOM',
      'CD',
      'DVD',
      'JavaScript',
      'OK',
      'RUH',
      'ALA',
      'Word',
      'WhatsApp',
      'Meta',
      '[Cc]ookies?',
      'cookieConsent',
      'IP',
      'MEDIF',
    ],
    ...['GDPR', 'TDDDG', 'HGB', 'AO', 'EU-US Data Privacy Framework', '_ga', '[a-f]'],
    ...['Google (?:Ireland Limited|Analytics|LLC)', 'Google', 'Gordon House, Barrow Street, Dublin 4, Ireland'],
  ].join('|')})(?!\p{L})`,
  'gu',
);

/** Attributes whose values are shown or read out. */
const shownAttributes = ['aria-label', 'alt', 'placeholder', 'title', 'label', 'content', 'data-saved-message'];

/**
 * Elements whose text is not ours: names of the company and of files, what visitors have typed, and suggested names.
 */
const ignoredElements = ['bdi', 'textarea', 'datalist', 'script', 'style', 'noscript'];

/**
 * Lists the texts of a page, including its title and what is read out, that contain words in the script of another
 * language. Ignores names, and text that is marked as being in another language.
 * @param names further names to ignore
 */
export function foreignTexts({ document }: Page, language: FormLanguage, names: readonly string[] = []): string[] {
  const own = scripts[language];
  const foreignWord = new RegExp(String.raw`[^\P{L}\p{Script=${own}}]`, 'u');
  const html = document.querySelector('html');
  return (html ? textsOf(html, language) : []).filter((text) => {
    const withoutNames = names.reduce((rest, name) => rest.split(name).join(''), text);
    // Airport codes, references and numbers are in bidi isolates.
    const ownWords = withoutNames.replace(/\u2066[^\u2066\u2069]*\u2069/g, '').replace(latinNames, '');
    return foreignWord.test(ownWords);
  });
}

/** Returns the texts in an element that are not marked as another language: text nodes and attributes. */
function textsOf(element: HTMLElement, language: FormLanguage): string[] {
  const name = element.rawTagName.toLowerCase();
  const markedLanguage = element.getAttribute('lang') ?? language;
  if (ignoredElements.includes(name) || markedLanguage !== language) return [];
  const isDescription = name === 'meta' && /description|title|:alt/.test(metaName(element));
  const attributes = shownAttributes
    .filter((attribute) => (attribute === 'content' ? isDescription : true))
    .map((attribute) => element.getAttribute(attribute) ?? '');
  const inner = element.childNodes.flatMap((node) =>
    node instanceof HTMLElement ? textsOf(node, language) : node instanceof TextNode ? [node.textContent] : [],
  );
  return [...attributes, ...inner].map((text) => text.trim()).filter((text) => /\p{L}/u.test(text));
}

const metaName = (meta: HTMLElement) => meta.getAttribute('name') ?? meta.getAttribute('property') ?? '';
