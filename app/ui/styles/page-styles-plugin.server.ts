import type { Plugin, Rollup } from 'vite';
import { laterComponents, partial } from './partial-styles.server.ts';
import { classesIn, rulesInUse, wordsIn } from './rules-in-use.server.ts';

// Runs at build time only.

/**
 * Creates a plugin that selects the rules of the stylesheet that each page needs, so that the server can send them
 * inside the page. In the server build, `virtual:page-styles` exports them by route id; otherwise it exports nothing,
 * and pages link the whole stylesheet.
 */
export function pageStyles(): Plugin {
  const id = 'virtual:page-styles';
  const placeholder = '"PAGE STYLES"';
  return {
    name: 'page-styles',
    buildStart() {
      // A separate chunk, because the replacement invalidates the chunk's source map.
      if (isServerBuild(this)) this.emitFile({ type: 'chunk', id, name: 'page-styles' });
    },
    resolveId: (requestedId) => (requestedId === id ? `\0${id}` : undefined),
    load(requestedId) {
      if (requestedId !== `\0${id}`) return undefined;
      return `export default ${isServerBuild(this) ? placeholder : '{}'};`;
    },
    generateBundle(_options, bundle) {
      if (!isServerBuild(this)) return;
      const files = Object.values(bundle);
      const stylesheet = files.find((file) => file.type === 'asset' && file.names.includes('styles.css'));
      const chunk = files.find((file) => file.type === 'chunk' && file.code.includes(placeholder));
      if (stylesheet?.type !== 'asset' || chunk?.type !== 'chunk')
        return this.error('The build has no stylesheet, or no chunk for the page styles.');
      const styles = stylesByRoute(this, String(stylesheet.source));
      chunk.code = chunk.code.replace(placeholder, () => JSON.stringify(styles));
    },
  };
}

const isServerBuild = ({ environment: { mode, name } }: Rollup.PluginContext) => mode === 'build' && name === 'ssr';

/**
 * Returns the rules that the components of each route can need, in any state. Classes that no component mentions are
 * set by scripts, so every page gets their rules.
 */
function stylesByRoute(modules: Rollup.PluginContext, stylesheet: string): Record<string, string> {
  const components = new Map<string, Set<string>>();
  for (const file of modules.getModuleIds()) {
    if (/\/app\/.*\.tsx$/.test(file)) components.set(file, wordsIn(modules.getModuleInfo(file)?.code ?? ''));
  }
  const wordsOfAll = [...components.values()];
  const scriptClasses = new Set(
    [...classesIn(stylesheet)].filter((name) => !wordsOfAll.some((words) => words.has(name))),
  );
  const routeFiles = [...components.keys()].filter((file) => /\/app\/(?:root|routes\/[^/]+)\.tsx$/.test(file));
  const idOf = (file: string) => file.slice(file.lastIndexOf('/app/') + 5, -4);
  const styleOf = (file: string, without?: RegExp) => {
    const parents = routeFiles.filter((other) => idOf(other) === 'root' || idOf(file).startsWith(`${idOf(other)}.`));
    const words = importedBy(modules, [...parents, file], without).flatMap((module) => components.get(module) ?? []);
    const isInUse = (name: string) => scriptClasses.has(name) || words.some((names) => names.has(name));
    return escapeNonAscii(rulesInUse(stylesheet, isInUse));
  };
  const styles: Record<string, string> = {};
  for (const file of routeFiles) {
    const id = idOf(file);
    const later = laterComponents[id];
    styles[id] = styleOf(file);
    if (later) styles[id + partial] = styleOf(file, later);
  }
  return styles;
}

/**
 * Escapes non-ASCII characters (CSS Syntax, section 4.3.7). A single one would double the memory of the whole text, because V8 stores a string with one or two bytes per character.
 */
function escapeNonAscii(css: string): string {
  return css.replace(/[^\x00-\x7f]/gu, (character) => `\\${(character.codePointAt(0) ?? 0).toString(16)} `);
}

/**
 * Returns the modules and everything that they import, even on demand.
 * @param without modules to leave out, with what only they import
 */
function importedBy(modules: Rollup.PluginContext, files: string[], without?: RegExp): string[] {
  const found = new Set(files);
  for (const file of found) {
    const { importedIds = [], dynamicallyImportedIds = [] } = modules.getModuleInfo(file) ?? {};
    for (const imported of [...importedIds, ...dynamicallyImportedIds])
      if (!without?.test(imported)) found.add(imported);
  }
  return [...found];
}
