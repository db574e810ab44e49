import { languageOfPath } from '#app/i18n/languages.ts';
import { checkRequestTarget } from './request-target.server.ts';

/** Direction marks, zero-width characters and soft hyphens, which a copied address may contain anywhere. */
const invisible = /\p{Cf}/gu;
/** What a sentence, a message or Markdown leaves at the end of an address; tokens may end with `-` or `_`. */
const trailingMarks = /(?:(?![-_/])[\p{P}\p{S}\s]){1,5}$/u;
/** More marks are no slip. */
const maxTrailingMarks = 4;

/**
 * Corrects the address of a page that was copied with a trailing mark, an invisible character or a doubled slash.
 * @param target path and query as received
 * @returns the path of the page, with the query, which starts with a single slash; undefined if the address needs no
 *   correction or is not that of a page, even if corrected
 */
export function copiedAddress(target: string): string | undefined {
  const [, path = '', query = ''] = /^([\x21-\x3e\x40-\x7e]*)(\?.*)?$/.exec(target) ?? [];
  const decoded = decode(path);
  if (!decoded?.startsWith('/')) return undefined;
  const visible = decoded.replace(invisible, '');
  const [marks = ''] = trailingMarks.exec(visible) ?? [];
  if (Array.from(marks).length > maxTrailingMarks || /^\.+$/.test(visible.split('/').at(-1) ?? '')) return undefined;
  const corrected = visible.slice(0, visible.length - marks.length).replace(/\/{2,}/g, '/');
  if (corrected === decoded) return undefined;
  const address = corrected.split('/').map(encodeURIComponent).join('/') + query;
  return isPage(corrected) && checkRequestTarget(address) === undefined ? address : undefined;
}

/** Returns the decoded path; undefined if it is malformed. */
function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** Returns whether a path may be that of a page: one with a language, of the desk, or the root. */
function isPage(path: string): boolean {
  return languageOfPath(path) !== undefined || path === '/' || path === '/desk' || path.startsWith('/desk/');
}
