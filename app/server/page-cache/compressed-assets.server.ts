import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import { bestEncoding, compressAll, type Compressed } from './compress.server.ts';

const contentTypes: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/**
 * Middleware that serves the text files of a folder of hashed assets, compressed as well as possible on first request
 * and then cached in memory, since the folder never changes while the process runs. Other files go to the next handler.
 * @param folder its path; files must be immutable
 */
export function compressedAssets(folder: string): RequestHandler {
  const names = readdir(folder).then((found) => new Set(found));
  const cached = new Map<string, Promise<Compressed>>();

  return (request, response, next) => {
    const name = request.path.slice(1);
    const contentType = contentTypes[name.slice(name.lastIndexOf('.') + 1)];
    if (!contentType || !['GET', 'HEAD'].includes(request.method)) {
      next();
      return;
    }
    answer(name)
      .then((bodies) => {
        if (!bodies) {
          next();
          return;
        }
        const encoding = bestEncoding(request);
        response.set({
          'Content-Type': contentType,
          'Cache-Control': 'public, max-age=31536000, immutable',
          Vary: 'Accept-Encoding',
        });
        if (encoding !== 'identity') response.set('Content-Encoding', encoding);
        response.send(bodies[encoding]);
      })
      .catch(next);
  };

  async function answer(name: string): Promise<Compressed | undefined> {
    if (!(await names).has(name)) return undefined;
    const bodies = cached.get(name) ?? readFile(join(folder, name)).then((body) => compressAll(body, 'smallest'));
    cached.set(name, bodies);
    bodies.catch(() => cached.delete(name));
    return bodies;
  }
}
