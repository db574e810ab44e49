import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import { bestEncoding, cacheBody, type CachedBody } from '../compress.server.ts';

const contentTypes: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
};

/**
 * Creates middleware that serves the text files in folders of hashed assets. A file is compressed with the highest
 * effort on its first request and then cached in memory. Other files are left to the next middleware.
 * @param folders paths of the folders; a file may move from one to another while the process runs, see `switchBuild`
 */
export function compressedAssets(folders: readonly string[]): RequestHandler {
  const names = new Set(folders.filter((folder) => existsSync(folder)).flatMap((folder) => readdirSync(folder)));
  const cached = new Map<string, Promise<CachedBody>>();

  return (request, response, next) => {
    const name = request.path.slice(1);
    const contentType = contentTypes[name.slice(name.lastIndexOf('.') + 1)];
    if (!contentType || !['GET', 'HEAD'].includes(request.method)) {
      next();
      return;
    }
    loadAsset(name)
      .then(async (asset) => {
        if (!asset) {
          next();
          return;
        }
        const encoding = bestEncoding(request);
        const body = await asset.in(encoding);
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

  async function loadAsset(name: string): Promise<CachedBody | undefined> {
    if (!names.has(name)) return undefined;
    const asset = cached.get(name) ?? readFirst(folders, name).then((file) => cacheBody(file, 'smallest'));
    cached.set(name, asset);
    asset.catch(() => cached.delete(name));
    return asset;
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
