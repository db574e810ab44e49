import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { contentFiles, type ContentName } from '../../app/content/copy/content-schema.ts';
import type { Language } from '../../app/i18n/languages.ts';

/** The pages' copy as stored in its files: texts, in lists and groups. */
export type Copy = string | Copy[] | { [key: string]: Copy };

const languagesFolder = fileURLToPath(new URL('../../locales', import.meta.url));

export const contentNames = Object.keys(contentFiles) as ContentName[];

/** Reads a file of the pages' copy, without filling in placeholders. */
export function readCopy(language: Language, name: ContentName): Copy {
  return JSON.parse(readFileSync(`${languagesFolder}/${language}/pages/${name}.json`, 'utf8')) as Copy;
}

/** Every text of a copy with its path, such as `journey.steps.0.title`. */
export function textsOf(copy: Copy, path = ''): { path: string; text: string }[] {
  if (typeof copy === 'string') return [{ path, text: copy }];
  return Object.entries(copy).flatMap(([key, value]) => textsOf(value, path ? `${path}.${key}` : key));
}

const factPath =
  /(?:^|\.)(?:id|link|image|icon|logo|date|updated|url|website|pdf|contactEmail|phoneNumber)$|\b(?:image|picture)\.name$/;

/** Whether the value at a path is not prose: a URL, an id, a date, the name of a picture. */
export function isFact(path: string): boolean {
  return factPath.test(path);
}

/** The path of the page that shows a file of copy, without its language: `/` for home. */
export function pathOfContent(name: ContentName): string {
  return name === 'home' ? '/' : `/${name}`;
}
