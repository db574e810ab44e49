import { createHash } from 'node:crypto';
import { build } from 'esbuild';
import type { Plugin } from 'vite';

// Runs at build time only.

/**
 * Creates a plugin that generates an asset at build time. `virtual:NAME` exports the asset's URL, which contains a hash
 * of its content, so that the server build and the browser build agree on it. The browser build contains every asset:
 * only the server may name one, as pages without React do.
 * @param generate returns the content
 */
export function hashedAsset(name: string, contentType: string, generate: () => Promise<string>): Plugin {
  const id = `virtual:${name}`;
  const [stem = '', extension = ''] = name.split('.');
  const urlFor = (source: string) => assetUrl(stem, source, extension);
  return {
    name: `hashed-asset:${name}`,
    resolveId: (requestedId) => (requestedId === id ? `\0${id}` : undefined),
    async load(requestedId) {
      if (requestedId !== `\0${id}`) return undefined;
      return `export default ${JSON.stringify(urlFor(await generate()))};`;
    },
    async buildStart() {
      const { mode, name: environment } = this.environment;
      if (mode !== 'build' || environment !== 'client') return;
      const source = await generate();
      this.emitFile({ type: 'asset', fileName: urlFor(source).slice(1), source });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (!request.url?.startsWith(`/assets/${stem}-`)) return next();
        generate().then((source) => response.setHeader('Content-Type', contentType).end(source), next);
      });
    },
  };
}

/**
 * Creates a plugin that bundles a small script, which does not need React, as an asset.
 * @param entry the path of its source
 */
export function hashedScript(name: string, entry: string): Plugin {
  return hashedAsset(name, 'text/javascript', async () => {
    const { outputFiles } = await build({
      entryPoints: [entry],
      bundle: true,
      format: 'iife',
      target: ['chrome64', 'safari12'],
      minify: true,
      write: false,
    });
    return outputFiles[0]?.text ?? '';
  });
}

/** Returns the URL of a generated asset, which contains a hash of its content. */
export function assetUrl(stem: string, source: string, extension: string): string {
  return `/assets/${stem}-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.${extension}`;
}
