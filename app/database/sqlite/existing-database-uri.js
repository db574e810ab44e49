import { pathToFileURL } from 'node:url';

/**
 * Returns a URI with which SQLite opens a database file only if it exists.
 * Plain JavaScript, see `integrity.server.js`.
 * @param {string} file
 */
export function existingDatabaseUri(file) {
  const url = pathToFileURL(file);
  url.searchParams.set('mode', 'rw');
  return url;
}
