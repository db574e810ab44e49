import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { vitePlugin as remix } from '@remix-run/dev';
import autoprefixer from 'autoprefixer';
import { build } from 'esbuild';
import tailwindcss from 'tailwindcss';
import { defineConfig, type Plugin } from 'vite';
import { contentProblems } from './app/content/copy/check-content.server.ts';
import { flightMap } from './app/content/pictures/flight-map.server.ts';
import { languageCodes } from './app/i18n/languages.ts';
import { brandNames, iconNames, smallPictureNames } from './app/ui/icon-names.ts';
import { flexGapFallback } from './app/ui/styles/flex-gap-fallback.server.ts';
import { pageStyles } from './app/ui/styles/page-styles-plugin.server.ts';
import theme from './app/ui/styles/theme.ts';
import remixConfig from './remix.config.js';

/** Browsers on inexpensive phones that are a few years old. */
const oldBrowsers = ['chrome80', 'safari14', 'firefox90'];

/**
 * Packages of many ES modules, which load faster from one file. CommonJS packages are not bundled, React excepted: their
 * `this` and sloppy mode would change, and some of them parse visitor input.
 */
const bundledPackages = [
  /^(?:@conform-to|@remix-run\/(?:react|router))\b/,
  /^(?:date-fns|downshift|i18next|kysely|react|react-(?:dom|i18next|router|router-dom)|remix-i18next|scheduler|turbo-stream|zod)(?:\/|$)/,
];

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    hashedAsset('enhancement.js', 'text/javascript', () => bundleScript('app/enhancement/enhancement.ts')),
    hashedAsset('consent.js', 'text/javascript', () => bundleScript('app/enhancement/consent-script.ts')),
    hashedAsset('analytics.js', 'text/javascript', () => bundleScript('app/consent/analytics/analytics.ts')),
    hashedAsset('recovery.js', 'text/javascript', () => bundleScript('app/enhancement/recovery.ts')),
    hashedAsset('help-centre.js', 'text/javascript', () => bundleScript('app/enhancement/help-centre.ts')),
    hashedAsset('icons.svg', 'image/svg+xml', createIconSprite),
    hashedAsset('brands.svg', 'image/svg+xml', createBrandSprite),
    hashedAsset('flight-map.svg', 'image/svg+xml', () => Promise.resolve(flightMap())),
    pageStyles(),
    checkContent(),
    replacePackages(),
    remix(remixConfig),
  ],
  ssr: { noExternal: command === 'build' ? bundledPackages : undefined },
  define: isSsrBuild && command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  css: { postcss: { plugins: [tailwindcss(theme), flexGapFallback(), autoprefixer()] } },
  build: {
    target: isSsrBuild ? 'node24' : oldBrowsers,
    // Also for the server build: both builds must compile the stylesheet identically, or its hashes would differ.
    cssTarget: oldBrowsers,
    // Fonts and images are never inlined, so that browsers cache them for a year.
    assetsInlineLimit: 0,
    minify: 'esbuild',
    // For reading the server's stack traces; not loaded at run time.
    sourcemap: isSsrBuild ? 'hidden' : false,
    rollupOptions: { output: isSsrBuild ? {} : { manualChunks: chunkOf } },
  },
}));

/** Texts that most forms need. A namespace in no group has a file of its own. */
const textsOfForms = ['common', 'forms', 'airports', 'flight-search'];

/**
 * Returns the file of the browser's scripts to which a module belongs; undefined leaves it to Rollup. Every file costs a
 * request and about 300 bytes, and a module that several pages share would otherwise become a file.
 */
function chunkOf(id: string): string | undefined {
  const [, language, namespace] = /\/locales\/(\w+)\/([\w-]+)\.json/.exec(id) ?? [];
  if (language && namespace) return `texts-${language}-${textsOfForms.includes(namespace) ? 'forms' : namespace}`;
  return chunks.find(([, modules]) => modules.test(id))?.[0];
}

/** The files that pages share, with the paths of their modules. */
const chunks: [name: string, modules: RegExp][] = [
  [
    'calendar-popup',
    /\/node_modules\/(?:react-day-picker|date-fns|@date-fns)\/|\/app\/forms\/calendar\/calendar(?:-popup)?\.tsx/,
  ],
  [
    'resumable-upload',
    /\/node_modules\/(?:tus-js-client|url-parse|js-base64|querystringify|requires-port)\/|\/resumable-upload\.ts/,
  ],
  [
    'framework',
    /\/node_modules\/(?:react|react-dom|scheduler|@remix-run|react-router|react-router-dom|turbo-stream)\/|\/app\/(?:browser|ui|i18n|company|problems|content\/(?:frame|site|pictures))\/|commonjsHelpers|vite\/preload-helper/,
  ],
  [
    'forms',
    /\/node_modules\/(?:@conform-to|downshift|compute-scroll-into-view|react-is|prop-types|@babel)\/|\/app\/(?:forms|places|uploads)\/|\/app\/enquiries\/(?:[^/]+\.tsx?|(?:contact-details|draft|form)\/)/,
  ],
  ['flights', /\/app\/(?:airlines|flights\/(?:model|parts|view|search))\//],
];

/**
 * Packages of which pages need only a part, with the modules that take their place: see
 * docs/decisions/0037-what-a-form-loads.md.
 */
const replacements: Record<string, string> = {
  i18next: 'app/browser/i18next/i18next.ts',
  'react-i18next': 'app/browser/i18next/react-i18next.tsx',
};

/** Creates a plugin that puts our modules in the place of packages. The server keeps i18next itself. */
function replacePackages(): Plugin {
  return {
    name: 'replacements',
    enforce: 'pre',
    resolveId(id) {
      const isReplaced = this.environment.name === 'client' || id === 'react-i18next';
      const replacement = isReplaced ? replacements[id] : undefined;
      return replacement && this.resolve(resolve(replacement));
    },
  };
}

/**
 * Creates a plugin that generates an asset at build time. `virtual:NAME` exports the asset's URL, which contains a hash
 * of its content, so that the server build and the browser build agree on it.
 * @param generate returns the content
 */
function hashedAsset(name: string, contentType: string, generate: () => Promise<string>): Plugin {
  const id = `virtual:${name}`;
  const [stem = '', extension = ''] = name.split('.');
  const urlFor = (source: string) =>
    `/assets/${stem}-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.${extension}`;
  return {
    name: `hashed-asset:${name}`,
    resolveId: (requestedId) => (requestedId === id ? `\0${id}` : undefined),
    async load(requestedId) {
      if (requestedId !== `\0${id}`) return undefined;
      const source = await generate();
      const { mode, name: environment } = this.environment;
      if (mode === 'build' && environment === 'client') {
        this.emitFile({ type: 'asset', fileName: urlFor(source).slice(1), source });
      }
      return `export default ${JSON.stringify(urlFor(source))};`;
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (!request.url?.startsWith(`/assets/${stem}-`)) return next();
        generate().then((source) => response.setHeader('Content-Type', contentType).end(source), next);
      });
    },
  };
}

/** Bundles a small script that does not need React. */
async function bundleScript(entry: string): Promise<string> {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'iife',
    target: ['chrome64', 'safari12'],
    write: false,
  });
  return result.outputFiles[0]?.text ?? '';
}

/** Creates a plugin that fails the build if the pages' content is invalid. */
function checkContent(): Plugin {
  return {
    name: 'content-gate',
    buildStart() {
      const problems = languageCodes.flatMap(contentProblems);
      if (problems.length > 0) this.error(`The pages' content is invalid:\n${problems.join('\n')}`);
    },
  };
}

/**
 * Creates a sprite of the icons in use and of the small pictures on every page, which needs neither scripts nor a request
 * for each of them.
 */
async function createIconSprite(): Promise<string> {
  const icons = iconNames.map((name) => createSymbol(name, `lucide-static/icons/${name}.svg`, iconStroke));
  const pictures = smallPictureNames.map((name) => createSymbol(name, `./app/content/pictures/${name}.svg`));
  return createSprite('Icons: Lucide, ISC', [...icons, ...pictures]);
}

const iconStroke = ' fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"';

/** Creates a sprite of social network logos. It is separate because it would make the icon
 * sprite half as large again. */
async function createBrandSprite(): Promise<string> {
  const attributes = ' fill="currentColor"';
  const symbols = brandNames.map((name) => createSymbol(`brand-${name}`, `simple-icons/icons/${name}.svg`, attributes));
  return createSprite('Simple Icons, CC0', symbols);
}

async function createSymbol(id: string, file: string, attributes = ''): Promise<string> {
  const svg = await readFile(createRequire(import.meta.url).resolve(file), 'utf8');
  const shapes = svg
    .slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>'))
    .replace(/<title>.*?<\/title>/, '');
  const viewBox = /\sviewBox="([^"]+)"/.exec(svg)?.[1] ?? '';
  return `<symbol id="${id}" viewBox="${viewBox}"${attributes}>${shapes.replace(/\s+/g, ' ').trim()}</symbol>`;
}

async function createSprite(source: string, symbols: Promise<string>[]): Promise<string> {
  return `<svg xmlns="http://www.w3.org/2000/svg"><!-- ${source} -->${(await Promise.all(symbols)).join('')}</svg>`;
}
