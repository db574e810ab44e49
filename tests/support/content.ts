import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { contentFiles, type ContentName } from '../../app/content/content-schema.ts';
import type { Language } from '../../app/i18n/languages.ts';

/** The pages' copy as it stands in its files: texts, and nothing else but lists and groups of them. */
export type Copy = string | Copy[] | { [key: string]: Copy };

const languagesFolder = fileURLToPath(new URL('../../locales', import.meta.url));

export const contentNames = Object.keys(contentFiles) as ContentName[];

/** A file of the pages' copy, its marks not filled in. */
export function readCopy(language: Language, name: ContentName): Copy {
  return JSON.parse(readFileSync(`${languagesFolder}/${language}/pages/${name}.json`, 'utf8')) as Copy;
}

/** Every text of a copy with the way to it, such as `journey.steps.0.title`. */
export function textsOf(copy: Copy, path = ''): { path: string; text: string }[] {
  if (typeof copy === 'string') return [{ path, text: copy }];
  return Object.entries(copy).flatMap(([key, value]) => textsOf(value, path ? `${path}.${key}` : key));
}

const factPath =
  /(?:^|\.)(?:id|link|image|icon|logo|date|updated|url|website|pdf|contactEmail|phoneNumber)$|\b(?:image|picture)\.name$/;

/** Whether a place in a copy holds something that is not words: an address, an id, a date, the name of a picture. */
export function isFact(path: string): boolean {
  return factPath.test(path);
}

/** The address of the page that shows a file of copy, without its language: `/` for home. */
export function pathOfContent(name: ContentName): string {
  return name === 'home' ? '/' : `/${name}`;
}
