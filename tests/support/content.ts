import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { contentFiles, type ContentName } from '../../app/content/copy/content-schema.ts';
import type { FormLanguage } from '../../app/i18n/languages.ts';

/** Copy as stored in its file: texts, nested in lists and groups. */
export type Copy = string | Copy[] | { [key: string]: Copy };

const localesFolder = fileURLToPath(new URL('../../locales', import.meta.url));

export const contentNames = Object.keys(contentFiles) as ContentName[];

/** Reads the copy of a page, without filling in placeholders. */
export function readCopy(language: FormLanguage, name: ContentName): Copy {
  return JSON.parse(readFileSync(`${localesFolder}/${language}/pages/${name}.json`, 'utf8')) as Copy;
}

/** Lists every text with its path, such as `journey.steps.0.title`. */
export function textsOf(copy: Copy, path = ''): { path: string; text: string }[] {
  if (typeof copy === 'string') return [{ path, text: copy }];
  return Object.entries(copy).flatMap(([key, value]) => textsOf(value, path ? `${path}.${key}` : key));
}

const nonProsePath =
  /(?:^|\.)(?:id|group|link|image|germanName|icon|logo|date|updated|url|website|pdf|contactEmail|phoneNumber)$|\b(?:image|picture)\.name$/;

/**
 * Returns whether the value at a path is not prose, but a URL, an id, a date, a German name or the name of a picture.
 */
export function isNonProse(path: string): boolean {
  return nonProsePath.test(path);
}

/** Returns the path of the page with this copy, without the language prefix: `/` for home. */
export function pathOfContent(name: ContentName): string {
  return name === 'home' ? '/' : `/${name}`;
}
