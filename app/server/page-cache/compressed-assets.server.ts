import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import { bestEncoding } from '../compress.server.ts';
import { extensions, textTypeOf } from './compress-assets.server.ts';

/**
 * Creates middleware that serves the text files in folders of hashed assets as the build has compressed them. Each is
 * kept in memory after its first request. Other files, and text files that their build has not compressed, are left to
 * the next middleware.
 * @param folders paths of the folders; a file may move from one to another while the process runs, see `switchBuild`
 */
export function compressedAssets(folders: readonly string[]): RequestHandler {
  const names = new Set(folders.filter((folder) => existsSync(folder)).flatMap((folder) => readdirSync(folder)));
  const cached = new Map<string, Promise<Buffer>>();

  return (request, response, next) => {
    const name = request.path.slice(1);
    const contentType = textTypeOf(name);
    const encoding = bestEncoding(request);
    const file = name + extensions[encoding];
    if (!contentType || !names.has(file) || !['GET', 'HEAD'].includes(request.method)) {
      next();
      return;
    }
    load(file)
      .then((body) => {
        response.set({
          'Content-Type': contentType,
          'Cache-Control': 'public, max-age=31536000, immutable',
          Vary: 'Accept-Encoding',
        });
        if (encoding !== 'identity') response.set('Content-Encoding', encoding);
        response.send(body);
      })
      .catch(next);
  };

  function load(name: string): Promise<Buffer> {
    const file = cached.get(name) ?? readFirst(folders, name);
    cached.set(name, file);
    file.catch(() => cached.delete(name));
    return file;
  }
}

/** Reads a file from the first folder that has it. */
async function readFirst([folder = '', ...others]: readonly string[], name: string): Promise<Buffer> {
  try {
    return await readFile(join(folder, name));
  } catch (error) {
    if (others.length === 0) throw error;
    return readFirst(others, name);
  }
}
