import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import compression from 'compression';
import express, { type RequestHandler } from 'express';

/** How long browsers cache public files (ms). Their names contain no hash. */
const maxAge = 60 * 60 * 1000;

/**
 * Creates middleware that serves the files of a folder. The folder is listed only once: looking for a nonexistent file
 * on the disk would take a tenth of the time that a page takes.
 * @param folder path of the folder, whose files must not change while the process runs; its subfolder `assets` is left
 * out
 */
export function publicFiles(folder: string): RequestHandler {
  const paths = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name))}`)
      .filter((path) => !path.startsWith('/assets/')),
  );
  const compress = compression();
  // No redirects: folders are not pages, and Express would add its own Content-Security-Policy.
  const serve = express.static(folder, { redirect: false, maxAge });
  return (request, response, next) => {
    if (!paths.has(request.path)) next();
    else compress(request, response, () => void serve(request, response, next));
  };
}
