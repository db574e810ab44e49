import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { vitePlugin as remix } from '@remix-run/dev';
import autoprefixer from 'autoprefixer';
import { build } from 'esbuild';
import tailwindcss from 'tailwindcss';
import { minify } from 'terser';
import { defineConfig, type Plugin } from 'vite';
import { removeUnusedFeatures } from './app/browser/unused-features-plugin.server.ts';
import { contentProblems } from './app/content/copy/check-content.server.ts';
import { formLanguageCodes } from './app/i18n/languages.ts';
import type { Airport } from './app/places/airports/airport.ts';
import { packAirports } from './app/places/airports/packed-airports.ts';
import { smallPictureNames } from './app/ui/icon-names.ts';
import icons from './app/ui/icons/icons.json' with { type: 'json' };
import { flexGapFallback } from './app/ui/styles/flex-gap-fallback.server.ts';
import { pageStyles } from './app/ui/styles/page-styles-plugin.server.ts';
import theme from './app/ui/styles/theme.ts';
import remixConfig from './remix.config.js';

/** Browsers on inexpensive phones that are a few years old. */
const oldBrowsers = ['chrome80', 'safari14', 'firefox90'];

/**
 * Packages that consist of many ES modules, which load faster from one file. CommonJS packages except React are not
 * bundled: their `this` and sloppy mode would change, and some of them parse visitor input.
 */
const bundledPackages = [
  /^(?:@conform-to|@remix-run\/(?:react|router))\b/,
  /^(?:d3-array|d3-geo|date-fns|i18next|internmap|kysely|react|react-(?:dom|i18next|router|router-dom)|remix-i18next|scheduler|turbo-stream|zod)(?:\/|$)/,
];

/** Routes without a page have no script, and comments of packages are sometimes where Rollup ignores them. */
const harmlessWarnings = new Set<string | undefined>(['EMPTY_BUNDLE', 'INVALID_ANNOTATION']);

/** Supported browsers understand ES2018. */
const terserOptions = { ecma: 2018 as const, compress: { passes: 3 }, format: { comments: false } };

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    hashedAsset('enhancement.js', 'text/javascript', () => bundleScript('app/enhancement/enhancement.ts')),
    hashedAsset('consent.js', 'text/javascript', () => bundleScript('app/enhancement/consent-script.ts')),
    hashedAsset('analytics.js', 'text/javascript', () => bundleScript('app/consent/analytics/analytics.ts')),
    hashedAsset('recovery.js', 'text/javascript', () => bundleScript('app/enhancement/recovery.ts')),
    hashedAsset('local-hours.js', 'text/javascript', () => bundleScript('app/enhancement/local-hours.ts')),
    hashedAsset('home.js', 'text/javascript', () => bundleScript('app/enhancement/home.ts')),
    hashedAsset('help-centre.js', 'text/javascript', () => bundleScript('app/enhancement/help-centre.ts')),
    hashedAsset('desk-news.js', 'text/javascript', () => bundleScript('app/desk/browser/check-for-news.ts')),
    iconSymbols(),
    hashedAsset('icons.svg', 'image/svg+xml', async () => createSprite(await createIconSymbols())),
    hashedAsset('brands.svg', 'image/svg+xml', () => Promise.resolve(createSprite(createBrandSymbols()))),
    pageStyles(),
    checkContent(),
    textFiles(),
    replacePackages(),
    removeUnusedFeatures(),
    packAirportsForBrowsers(),
    remix(remixConfig),
    nameFinalFolder(),
  ],
  ssr: { noExternal: command === 'build' ? bundledPackages : undefined },
  define: isSsrBuild && command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  css: { postcss: { plugins: [tailwindcss(theme), flexGapFallback(), autoprefixer()] } },
  // One character outside Latin-1 would double the memory of the server's source, which V8 keeps.
  esbuild: isSsrBuild ? { charset: 'ascii' } : {},
  build: {
    target: isSsrBuild ? 'node24' : oldBrowsers,
    // Also for the server build: both builds must compile the stylesheet identically, or its hashes would differ.
    cssTarget: oldBrowsers,
    // Fonts and images are never inlined, so that browsers cache them for a year.
    assetsInlineLimit: 0,
    // Terser makes the browser's scripts 5% smaller than esbuild does, from which the server would not benefit.
    minify: isSsrBuild ? 'esbuild' : 'terser',
    terserOptions,
    // For reading the server's stack traces; not loaded at run time.
    sourcemap: isSsrBuild ? 'hidden' : false,
    rollupOptions: {
      onwarn: (warning, warn) => (harmlessWarnings.has(warning.code) ? undefined : warn(warning)),
      ...(isSsrBuild
        ? {}
        : { output: { manualChunks: chunkOf }, treeshake: { moduleSideEffects: (id) => !isDeclarative(id) } }),
    },
  },
}));

/** Makes the build name the folder to which prepare.js moves it: remix-serve looks there for the browser's files. */
function nameFinalFolder(): Plugin {
  return {
    name: 'name-final-folder',
    apply: 'build',
    transform: (code, id) =>
      id === '\0virtual:remix/server-build'
        ? code.replace(`${remixConfig.buildDirectory ?? 'build'}/client`, 'build/client')
        : null,
  };
}

/** Returns whether a module has no side effects, so that a page that uses nothing from it does not load it. */
function isDeclarative(id: string): boolean {
  return /\/app\/(?:company|content|enquiries|flights|forms|i18n|places|ui|uploads)\/.*\.tsx?$/.test(id);
}

/** The chunks that pages share, with the files and folders of the modules in them. The first match applies. */
const chunks: Record<string, readonly string[]> = {
  'calendar-popup': [
    ...['react-day-picker', 'date-fns', '@date-fns'].map((name) => `node_modules/${name}`),
    ...['calendar.tsx', 'calendar-popup.tsx'].map((name) => `app/forms/calendar/${name}`),
  ],
  // Only for computers, which have a fine pointer.
  'calendar-button': ['app/forms/calendar/calendar-button.tsx'],
  'resumable-upload': [
    ...['tus-js-client', 'url-parse', 'js-base64', 'querystringify', 'requires-port'].map(
      (name) => `node_modules/${name}`,
    ),
    ...['resumable-upload', 'upload-url-storage'].map((name) => `app/uploads/browser/${name}.ts`),
  ],
  // Only for pictures in formats other than JPEG.
  'picture-conversion': ['app/uploads/browser/jpeg-from-picture.ts'],
  // Only for files of which the browser knows no type.
  'known-type': ['app/uploads/browser/known-type.ts', 'app/uploads/signatures'],
  // For the medical flight forms, whose place fields are separate from airport fields.
  'flight-request': ['place-field.tsx', 'place-inputs.tsx', 'place-suggestions.ts']
    .map((name) => `app/places/field/${name}`)
    .concat('app/enquiries/first-call', 'app/places/journey')
    // Not for each of these forms, but a file of its own would cost a request.
    .concat('app/enquiries/kinds/evacuation'),
  places: ['suggestion-combobox.tsx', 'use-combobox.ts', 'use-visible-rows.ts', 'visible-rows.ts']
    .map((name) => `app/forms/inputs/${name}`)
    .concat(['airports', 'field', 'interpretation', 'towns'].map((name) => `app/places/${name}`))
    .concat(
      ['place-phrases', 'place-text'].map((name) => `app/places/${name}.ts`),
      '\0packed-airports',
    ),
  'flight-search': ['search/search-form.tsx', 'search/search-section.tsx', 'search/currency-options.tsx', 'model'].map(
    (name) => `app/flights/${name}`,
  ),
  // For the results, and for forms in a tab in which somebody has searched.
  flights: ['airlines', 'flights/parts', 'flights/view', 'flights/search/recent-searches.tsx']
    .concat('content/pictures/picture.tsx', 'ui/layout/pagination.tsx', 'ui/layout/page-numbers.ts')
    .map((name) => `app/${name}`),
  // Not needed by any page that React runs on; without a chunk of their own, they would be in that of the frame.
  article: [
    ...['content/blocks/next-step', 'content/blocks/page-intro', 'content/blocks/prose', 'ui/layout/card'],
    ...['reply-and-hours', 'urgent-call', 'pages/people-list', 'pages/named-partners', 'pages/membership-list'].map(
      (name) => `company/${name}`,
    ),
  ]
    .map((name) => `app/${name}.tsx`)
    .concat('app/content/pictures', 'app/content/copy/rich-text.ts', 'app/i18n/format/time-zones.ts')
    .concat('app/enquiries/kinds/call-back/call-back-fields.ts'),
  enquiries: ['contact-details', 'draft', 'form']
    .map((name) => `app/enquiries/${name}`)
    .concat('app/uploads', 'app/enquiries/kinds/treatment/treatment-fields.ts'),
  framework: [
    ...['react', 'react-dom', 'scheduler', '@remix-run', 'react-router', 'react-router-dom', 'turbo-stream'].map(
      (name) => `node_modules/${name}`,
    ),
    ...['browser', 'enhancement', 'forms', 'i18n', 'company', 'problems', 'ids', 'ui'].map((name) => `app/${name}`),
    ...['frame', 'site', 'blocks/table-of-contents.tsx', 'pages/form-article.tsx'].map((name) => `app/content/${name}`),
    ...['view/consent-banner.tsx', 'view/consent-saved.tsx', 'consent-intent.ts', 'preferences-path.ts'].map(
      (name) => `app/consent/${name}`,
    ),
    ...['form-action-data', 'last-sent', 'reference'].map((name) => `app/enquiries/${name}.ts`),
    'app/enquiries/kinds/call-back/call-back-link.tsx',
  ],
};

/**
 * Returns the chunk to which a module belongs; undefined leaves it to Rollup, which makes a chunk of every module that
 * several pages share. A chunk costs a request and 300 bytes.
 */
function chunkOf(id: string): string | undefined {
  const path = relative('.', id.replace(/\?.*$/, ''));
  // Rollup's and Vite's own modules.
  if (/commonjsHelpers|vite\/(?:preload-helper|modulepreload)/.test(id)) return 'framework';
  return Object.entries(chunks).find(([, modules]) =>
    modules.some((name) => id === name || path === name || path.startsWith(`${name}/`)),
  )?.[0];
}

/**
 * Packages of which pages need only a part, with the modules that replace them: see
 * docs/decisions/0037-what-a-form-loads.md.
 */
const replacements: Record<string, string> = {
  '@conform-to/react': 'app/browser/conform/conform-react.ts',
  i18next: 'app/browser/i18next/i18next.ts',
  'react-i18next': 'app/browser/i18next/react-i18next.tsx',
  'turbo-stream': 'app/browser/turbo-stream.ts',
};

/** Creates a plugin that replaces packages with our modules. On the server, i18next and turbo-stream are not replaced. */
function replacePackages(): Plugin {
  return {
    name: 'replacements',
    enforce: 'pre',
    resolveId(id) {
      const isReplaced = this.environment.name === 'client' || ['react-i18next', '@conform-to/react'].includes(id);
      const replacement = isReplaced ? replacements[id] : undefined;
      return replacement && this.resolve(resolve(replacement));
    },
  };
}

/**
 * Creates a plugin that generates an asset at build time. `virtual:NAME` exports the asset's URL, which contains a hash
 * of its content, so that the server build and the browser build agree on it. The browser build contains every asset:
 * only the server may name one, as pages without React do.
 * @param generate returns the content
 */
function hashedAsset(name: string, contentType: string, generate: () => Promise<string>): Plugin {
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

/** Namespaces that share one file per language: those of all forms, and those of the flight forms. */
const textGroups: Record<string, readonly string[]> = {
  forms: ['common', 'forms', 'airports', 'flight-search'],
  'flight-request': ['evacuation', 'first-call', 'medical-flight'],
};
/** Namespaces that the browser does not need. */
const serverOnlyNamespaces = ['frame', 'consent', 'journey'];

/** Creates a plugin that generates the text files. `virtual:text-files` exports their URLs. */
function textFiles(): Plugin {
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

/** Returns the URL of a generated asset, which contains a hash of its content. */
function assetUrl(stem: string, source: string, extension: string): string {
  return `/assets/${stem}-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.${extension}`;
}

/** Bundles a small script that does not need React. */
async function bundleScript(entry: string): Promise<string> {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'iife',
    target: ['chrome64', 'safari12'],
    write: false,
  });
  const { code = '' } = await minify(result.outputFiles[0]?.text ?? '', terserOptions);
  return code;
}

/** Creates a plugin that packs the list of airports for browsers. */
function packAirportsForBrowsers(): Plugin {
  const file = resolve('app/places/airports/airports.json');
  return {
    name: 'packed-airports',
    enforce: 'pre',
    resolveId(id) {
      return this.environment.name === 'client' && id === './airports.json' ? '\0packed-airports' : undefined;
    },
    async load(id) {
      if (id !== '\0packed-airports') return undefined;
      this.addWatchFile(file);
      const airports = JSON.parse(await readFile(file, 'utf8')) as Airport[];
      return [
        `import { unpackAirports } from ${JSON.stringify(resolve('app/places/airports/packed-airports.ts'))};`,
        `export default unpackAirports(${JSON.stringify(packAirports(airports))});`,
      ].join('\n');
    },
  };
}

/** Creates a plugin that fails the build if the pages' content is invalid. */
function checkContent(): Plugin {
  return {
    name: 'content-gate',
    buildStart() {
      const problems = formLanguageCodes.flatMap(contentProblems);
      if (problems.length > 0) this.error(`The pages' content is invalid:\n${problems.join('\n')}`);
    },
  };
}

/**
 * Exports the symbols of the icons, which are part of most pages, as `virtual:icons`. The browser's build needs none.
 */
function iconSymbols(): Plugin {
  const id = 'virtual:icons';
  return {
    name: 'icon-symbols',
    resolveId: (requestedId) => (requestedId === id ? `\0${id}` : undefined),
    async load(requestedId) {
      if (requestedId !== `\0${id}`) return undefined;
      return `export default ${JSON.stringify(this.environment.name === 'ssr' ? await createIconSymbols() : '')};`;
    },
  };
}

/**
 * Creates symbols of the icons in use and of the small pictures on every page. Their ids have a prefix, because they are
 * ids of the page. The stylesheet draws the lines of the icons (`.icon`).
 */
async function createIconSymbols(): Promise<string> {
  const lucide = Object.entries(icons['lucide-static'].icons);
  const pictures = smallPictureNames.map(
    async (name) => [name, await readFile(`app/content/pictures/${name}.svg`, 'utf8')] as const,
  );
  const symbols = [...lucide, ...(await Promise.all(pictures))].map(([name, svg]) => createSymbol(`icon-${name}`, svg));
  return `<!-- Icons: Lucide, ISC -->${symbols.join('')}`;
}

/**
 * Creates symbols of the logos of social networks. They are in a file, because they would make the icons half as large
 * again, and many sites need none.
 */
function createBrandSymbols(): string {
  const attributes = ' fill="currentColor" stroke="none"';
  const symbols = Object.entries(icons['simple-icons'].icons).map(([name, svg]) =>
    createSymbol(`brand-${name}`, svg, attributes),
  );
  return `<!-- Simple Icons, CC0 -->${symbols.join('')}`;
}

const createSprite = (symbols: string) => `<svg xmlns="http://www.w3.org/2000/svg">${symbols}</svg>`;

function createSymbol(id: string, svg: string, attributes = ''): string {
  const shapes = svg
    .slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>'))
    .replace(/<title>.*?<\/title>/, '');
  const viewBox = /\sviewBox="([^"]+)"/.exec(svg)?.[1] ?? '';
  return `<symbol id="${id}" viewBox="${viewBox}"${attributes}>${shapes.replace(/\s+(?=\s|\/>|<|$)|^\s+/g, '')}</symbol>`;
}
