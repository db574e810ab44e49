import { relative } from 'node:path';
import { vitePlugin as remix } from '@remix-run/dev';
import autoprefixer from 'autoprefixer';
import tailwindcss from 'tailwindcss';
import { defineConfig, type Plugin } from 'vite';
import { hashedScript } from './app/assets/hashed-asset-plugin.server.ts';
import { checkContent } from './app/content/copy/check-content.server.ts';
import { textFiles } from './app/i18n/texts/text-files-plugin.server.ts';
import { packAirportsForBrowsers } from './app/places/airports/packed-airports-plugin.server.ts';
import { iconFiles } from './app/ui/icons/icons-plugin.server.ts';
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

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    hashedScript('enhancement.js', 'app/enhancement/enhancement.ts'),
    hashedScript('consent.js', 'app/enhancement/consent-script.ts'),
    hashedScript('analytics.js', 'app/consent/analytics/analytics.ts'),
    hashedScript('recovery.js', 'app/enhancement/recovery.ts'),
    hashedScript('local-hours.js', 'app/enhancement/local-hours.ts'),
    hashedScript('home.js', 'app/enhancement/home.ts'),
    hashedScript('help-centre.js', 'app/enhancement/help-centre.ts'),
    hashedScript('desk-news.js', 'app/desk/browser/check-for-news.ts'),
    iconFiles(),
    pageStyles(),
    checkContent(),
    textFiles(),
    packAirportsForBrowsers(),
    remix(remixConfig),
    nameFinalFolder(),
  ],
  ssr: { noExternal: command === 'build' ? bundledPackages : undefined },
  define: isSsrBuild && command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  css: { postcss: { plugins: [tailwindcss(theme), flexGapFallback(), autoprefixer()] } },
  // One character outside Latin-1 would double the memory of the server's source, which V8 keeps. The stylesheet, which
  // both builds must compile identically, has only ASCII.
  esbuild: { charset: isSsrBuild ? 'ascii' : 'utf8', legalComments: 'none' },
  build: {
    target: isSsrBuild ? 'node24' : oldBrowsers,
    cssTarget: oldBrowsers,
    // Fonts and images are never inlined, so that browsers cache them for a year.
    assetsInlineLimit: 0,
    minify: 'esbuild',
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

/** The chunks that pages share, with the folders and packages in them. The first match applies. */
const chunks: readonly [name: string | undefined, modules: RegExp][] = [
  // Loaded when they are used, which Rollup sees.
  [
    undefined,
    /^app\/(?:forms\/calendar|uploads\/(?:signatures|browser\/(?:jpeg-from-picture|known-type|resumable-upload|upload-url-storage)))/,
  ],
  // What few or none of the pages need that React renders in the browser.
  [
    undefined,
    /^app\/(?:company\/(?:pages|reply-and-hours|urgent-call)|consent\/view\/preferences-form|content\/(?:blocks\/(?!table)|copy|pages\/(?!form)|pictures\/(?!picture))|i18n\/format\/time-zones|ui\/(?:flight-arc|layout\/card))/,
  ],
  ['framework', /^app\/enquiries\/(?:[\w-]+\.ts|kinds\/call-back\/call-back-link)/],
  [
    'flight-request',
    /^app\/(?:enquiries\/(?:first-call|kinds\/evacuation)|places\/journey|places\/field\/place-(?:field|inputs|suggestions))\b/,
  ],
  ['enquiries', /^app\/(?:enquiries\/(?:contact-details|draft|form)|uploads)\//],
  ['places', /^app\/(?:places|forms\/inputs\/(?:suggestion-combobox|use-combobox|use-visible-rows|visible-rows))/],
  ['flight-search', /^app\/flights\/(?:model|search\/(?!recent-searches|search-page))/],
  ['flights', /^app\/(?:flights|airlines|ui\/layout\/pag)/],
  ['framework', /^app\/(?:company|consent|content|enhancement|forms|i18n|ids|problems|ui)\//],
  [
    'framework',
    /^node_modules\/(?:@conform-to|@remix-run|i18next|react|react-dom|react-i18next|react-router|react-router-dom|remix-i18next|scheduler)\//,
  ],
];

/**
 * Returns the chunk to which a module belongs; undefined leaves it to Rollup, which makes a chunk of every module that
 * several pages share. A chunk costs a request and 300 bytes.
 */
function chunkOf(id: string): string | undefined {
  const path = relative('.', id.replace(/\?.*$/, ''));
  // Rollup's and Vite's own modules.
  if (/commonjsHelpers|vite\/(?:preload-helper|modulepreload)/.test(id)) return 'framework';
  return chunks.find(([, modules]) => modules.test(path))?.[0];
}
