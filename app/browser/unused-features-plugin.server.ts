import type { Plugin } from 'vite';

/** A string to replace in a module, its replacement, and how many times it occurs there. */
type Cut = readonly [text: string, replacement: string, count: number];

/** Expressions whose value is fixed by the options in `remix.config.js`. */
const flags: readonly Cut[] = [
  ['window.__remixContext.future.v3_singleFetch', 'false', 4],
  ['window.__remixContext.isSpaMode', 'false', 8],
];

/**
 * What Remix and its router contain for features that this site does not use, by module: single fetch, SPA mode, lazy
 * route discovery, deferred data, blockers, view transitions, prefetching, and rendering `<script>` elements on the
 * server. A constant in place of each check for such a feature lets the minifier remove the feature.
 */
const cuts: Record<string, readonly Cut[]> = {
  '@remix-run/react/dist/esm/browser.js': [
    ...flags,
    [
      'getPatchRoutesOnNavigationFunction(window.__remixManifest, window.__remixRouteModules, window.__remixContext.future, false, window.__remixContext.basename)',
      'undefined',
      1,
    ],
    [
      'useFogOFWarDiscovery(router, window.__remixManifest, window.__remixRouteModules, window.__remixContext.future, false);',
      '',
      1,
    ],
    ['router.createRoutesForHMR = createClientRoutesWithHMRRevalidationOptOut;', '', 1],
  ],
  '@remix-run/react/dist/esm/components.js': [
    ['isSpaMode && !isHydrated', 'false', 1],
    ['isFogOfWarEnabled(future, isSpaMode)', 'false', 1],
    [
      'static: isStatic,\n    staticContext\n  } = useDataRouterContext();',
      '} = useDataRouterContext();\n  const isStatic = false, staticContext = undefined;',
      1,
    ],
    ['staticContext === null || staticContext === void 0 ? void 0 : staticContext.activeDeferreds', 'undefined', 1],
    ['future.v3_singleFetch ? undefined : undefined', 'undefined', 1],
    ['!isStatic && typeof __remixContext === "object" && __remixContext.a', 'false', 1],
    ['function usePrefetchBehavior(prefetch, theirElementProps) {', '$&\n  return [false, null, {}];', 1],
    ['isPageLinkDescriptor(link) ?', 'false ?', 1],
  ],
  '@remix-run/react/dist/esm/routes.js': [
    [
      'function getRouteComponents(route, routeModule, isSpaMode) {',
      'function getRouteComponents(route, routeModule) {\n  const isSpaMode = false;',
      1,
    ],
    ['if (isSpaMode)', 'if (false)', 5],
    ['future.v3_singleFetch && route.shouldRevalidate', 'false', 1],
    ['if (needsRevalidation) {', 'if (false) {', 1],
  ],
  '@remix-run/router/dist/router.js': [
    ['function warning(cond, message) {', '$&\n  return;', 1],
    ['fogOfWar.active = false;', '', 1],
    ['fogOfWar.active', 'false', 8],
    ['if (isFogOfWar) {', 'if (false) {', 4],
    ['!isFogOfWar', 'true', 2],
    ['!initialMatchesIsFOW', 'true', 1],
    ['let fogOfWar = checkFogOfWar(', 'void (', 4],
    ['function isDeferredResult(result) {', '$&\n  return false;', 1],
    ['function isDeferredData(value) {', '$&\n  return false;', 1],
    ['function cancelActiveDeferreds(predicate) {', '$&\n    return [];', 1],
    ['function shouldBlockNavigation(_ref2) {', '$&\n    return;', 1],
    ['function restoreAppliedTransitions(_window, transitions) {', '$&\n  return;', 1],
    ['function persistAppliedTransitions(_window, transitions) {', '$&\n  return;', 1],
    ['    getBlocker,\n    deleteBlocker,\n    patchRoutes,\n', '', 1],
    ['    _internalFetchControllers: fetchControllers,\n    _internalActiveDeferreds: activeDeferreds,\n', '', 1],
    ['    _internalSetRoutes\n', '', 1],
  ],
  'react-router-dom/dist/index.js': [
    ['!viewTransitionOpts || isViewTransitionUnavailable', 'true', 1],
    ['vtContext.isTransitioning && !vtContext.flushSync', 'false', 1],
    ['if (renderDfd && pendingState', 'if (false', 2],
    ['!vtContext.isTransitioning && interruption', 'false', 1],
  ],
};

/** What the site must not use in the browser, because of the cuts above. */
const unavailable =
  /\b(?:Await|defer|NavLink|PrefetchPageLinks|useBlocker|unstable_usePrompt|useViewTransitionState)\b/;

/**
 * Creates a plugin that removes unused features of Remix and its router from the browser's scripts. The build fails if
 * a package no longer contains what is to be replaced, or if the site uses one of the features.
 */
export function removeUnusedFeatures(): Plugin {
  return {
    name: 'unused-features',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (this.environment.name !== 'client') return undefined;
      if (!id.includes('/node_modules/')) {
        const imports = code.matchAll(/import \{([^}]*)\} from '(?:@remix-run\/react|react-router)'/g);
        const names = Array.from(imports, ([, list = '']) => list).join();
        const name = unavailable.exec(names)?.[0] ?? /\bprefetch="(?!none")\w+"|\bviewTransition\b/.exec(code)?.[0];
        if (name !== undefined)
          this.error(`${name} is removed from the browser's scripts: see ${import.meta.filename}`);
        return undefined;
      }
      const file = Object.keys(cuts).find((name) => id.endsWith(`/node_modules/${name}`));
      return file === undefined ? undefined : { code: applyCuts(code, file), map: null };
    },
  };
}

/** @throws if a string does not occur the expected number of times */
function applyCuts(code: string, file: string): string {
  return (cuts[file] ?? []).reduce((rest, [text, replacement, count]) => {
    const parts = rest.split(text);
    const found = parts.length - 1;
    if (found !== count) throw new Error(`${file}: expected ${count} occurrences, found ${found}: ${text}`);
    return parts.join(replacement.replace('$&', text));
  }, code);
}
