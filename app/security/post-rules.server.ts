import { languageCodes } from '#app/i18n/languages.ts';

/** The upload reader answers up to here that a file is too large, and keeps the rest; beyond it nobody means it. */
const mostWithFiles = 1024 * 1024 * 1024;
/** A few fields, such as a choice of cookies. */
const mostWithoutFiles = 64 * 1024;

const language = `/(?:${languageCodes.join('|')})`;
/** The pages whose forms bring files. */
const withFiles = new RegExp(
  `^${language}(?:/contact|/services/evacuation|/services/booking|/medical-flight/[^/]+|/requests/[^/]+)?/?$`,
);

/** A file goes up by itself in pieces of 2 MB; a whole one of the largest size would do, too. */
const mostInPiece = 32 * 1024 * 1024;

/** What may be wrong with a body by what its headers announce, as a status; undefined where nothing is (RFC 9110). */
export function problemOfBody(
  path: string,
  { length, isChunked, isPiece }: { length: string | undefined; isChunked: boolean; isPiece: boolean },
): 411 | 413 | undefined {
  const most = isPiece ? mostInPiece : withFiles.test(path) ? mostWithFiles : mostWithoutFiles;
  // A form of a browser always says how long it is; what does not is for those who count while they read.
  if (isChunked && most === mostWithoutFiles) return 411;
  return Number(length ?? 0) > most ? 413 : undefined;
}
