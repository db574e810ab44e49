import { readdir, readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { assetUrl } from '#app/assets/hashed-asset-plugin.server.ts';
import { formLanguageCodes } from '../languages.ts';

// Runs at build time only.

/** Namespaces that share one file per language: those of all forms, and those of the flight forms. */
const textGroups: Record<string, readonly string[]> = {
  forms: ['common', 'forms', 'airports', 'flight-search'],
  'flight-request': ['evacuation', 'first-call', 'medical-flight'],
};
/** Namespaces that the browser does not need. */
const serverOnlyNamespaces = ['frame', 'consent', 'journey'];

/** Creates a plugin that generates the text files. `virtual:text-files` exports their URLs. */
export function textFiles(): Plugin {
  const id = 'virtual:text-files';
  const readTexts = async (language: string): Promise<[group: string, texts: Record<string, unknown>][]> => {
    const groups = new Map<string, Record<string, unknown>>();
    for (const file of (await readdir(`locales/${language}`)).filter((name) => name.endsWith('.json')).sort()) {
      const namespace = file.slice(0, -'.json'.length);
      if (serverOnlyNamespaces.includes(namespace)) continue;
      const group = Object.keys(textGroups).find((name) => textGroups[name]?.includes(namespace)) ?? namespace;
      const texts: unknown = JSON.parse(await readFile(`locales/${language}/${file}`, 'utf8'));
      groups.set(group, { ...groups.get(group), [namespace]: texts });
    }
    return [...groups];
  };
  const sources = new Map<string, string>();
  return {
    name: 'text-files',
    resolveId: (requestedId) => (requestedId === id ? `\0${id}` : undefined),
    async load(requestedId) {
      if (requestedId !== `\0${id}`) return undefined;
      const urls: Record<string, Record<string, string>> = {};
      for (const language of formLanguageCodes) {
        urls[language] = {};
        for (const [group, texts] of await readTexts(language)) {
          const source = JSON.stringify(texts);
          const url = assetUrl(`texts-${language}-${group}`, source, 'json');
          sources.set(url, source);
          for (const namespace of Object.keys(texts)) urls[language][namespace] = url;
          if (this.environment.mode === 'build' && this.environment.name === 'client')
            this.emitFile({ type: 'asset', fileName: url.slice(1), source });
        }
      }
      return `export default ${JSON.stringify(urls)};`;
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const source = sources.get(request.url ?? '');
        if (source === undefined) return next();
        response.setHeader('Content-Type', 'application/json').end(source);
      });
    },
  };
}
