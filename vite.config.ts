import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { vitePlugin as remix } from '@remix-run/dev';
import autoprefixer from 'autoprefixer';
import { build } from 'esbuild';
import tailwindcss from 'tailwindcss';
import { defineConfig, type Plugin } from 'vite';
import { contentProblems } from './app/content/check-content.server.ts';
import { flightMap } from './app/content/pictures/flight-map.server.ts';
import { brandNames, iconNames } from './app/ui/icon-names.ts';
import { languageCodes } from './app/i18n/languages.ts';
import theme from './app/ui/theme.ts';
import remixConfig from './remix.config.js';

/** The browsers of cheap phones a few years old. */
const oldBrowsers = ['chrome80', 'safari14', 'firefox90'];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    hashedAsset('enhancement.js', 'text/javascript', () => smallScript('app/enhancement/enhancement.ts')),
    hashedAsset('consent.js', 'text/javascript', () => smallScript('app/enhancement/consent.ts')),
    hashedAsset('analytics.js', 'text/javascript', () => smallScript('app/consent/analytics.ts')),
    hashedAsset('recovery.js', 'text/javascript', () => smallScript('app/enhancement/recovery.ts')),
    hashedAsset('help-centre.js', 'text/javascript', () => smallScript('app/enhancement/help-centre.ts')),
    hashedAsset('icons.svg', 'image/svg+xml', iconSprite),
    hashedAsset('flight-map.svg', 'image/svg+xml', () => Promise.resolve(flightMap())),
    contentGate(),
    remix(remixConfig),
  ],
  css: { postcss: { plugins: [tailwindcss(theme), autoprefixer()] } },
  build: {
    target: isSsrBuild ? 'node24' : oldBrowsers,
    // For the server's build too: both must lower the stylesheet alike, or they give it different names.
    cssTarget: oldBrowsers,
    // Fonts and pictures stay files of their own: cached for a year, never inlined into the stylesheet.
    assetsInlineLimit: 0,
  },
}));

/**
 * A file that is made at build time. `virtual:NAME` exports its address, which carries the content's hash,
 * so that the server's and the browser's build agree on it without talking to each other.
 */
function hashedAsset(name: string, contentType: string, make: () => Promise<string>): Plugin {
  const id = `virtual:${name}`;
  const [stem, extension] = name.split('.');
  const addressOf = (source: string) =>
    `/assets/${stem}-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.${extension}`;
  return {
    name: `hashed-asset:${name}`,
    resolveId: (wanted) => (wanted === id ? `\0${id}` : undefined),
    async load(wanted) {
      if (wanted !== `\0${id}`) return undefined;
      const source = await make();
      const { mode, name: environment } = this.environment;
      if (mode === 'build' && environment === 'client') {
        this.emitFile({ type: 'asset', fileName: addressOf(source).slice(1), source });
      }
      return `export default ${JSON.stringify(addressOf(source))};`;
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (!request.url?.startsWith(`/assets/${stem}-`)) return next();
        make().then((source) => response.setHeader('Content-Type', contentType).end(source), next);
      });
    },
  };
}

/** A small script apart from the React graph: pages without React load nothing else. */
async function smallScript(entry: string): Promise<string> {
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

/** No build with copy that a page could not show. */
function contentGate(): Plugin {
  return {
    name: 'content-gate',
    buildStart() {
      const problems = languageCodes.flatMap(contentProblems);
      if (problems.length > 0) this.error(`The pages' copy is not sound:\n${problems.join('\n')}`);
    },
  };
}

/** One sprite of the icons in use, from Lucide and Simple Icons: shown without a script or a request for each. */
async function iconSprite(): Promise<string> {
  const require = createRequire(import.meta.url);
  const symbol = async (id: string, file: string, attributes = '') => {
    const svg = await readFile(require.resolve(file), 'utf8');
    const shapes = svg
      .slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>'))
      .replace(/<title>.*?<\/title>/, '');
    return `<symbol id="${id}" viewBox="0 0 24 24"${attributes}>${shapes.replace(/\s+/g, ' ').trim()}</symbol>`;
  };
  const symbols = await Promise.all([
    ...iconNames.map((name) => symbol(name, `lucide-static/icons/${name}.svg`)),
    ...brandNames.map((name) =>
      symbol(`brand-${name}`, `simple-icons/icons/${name}.svg`, ' fill="currentColor" stroke="none"'),
    ),
  ]);
  return `<svg xmlns="http://www.w3.org/2000/svg"><!-- Lucide, ISC; Simple Icons, CC0 -->${symbols.join('')}</svg>`;
}
