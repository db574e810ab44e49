import type { ServerBuild } from '@remix-run/node';
import { matchRoutes, type RouteObject } from 'react-router';

type Routes = ServerBuild['routes'];

/** Builds the tree of routes that the router matches. */
function buildTree(routes: Routes, parentId?: string): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route.parentId === parentId)
    .flatMap((route): RouteObject[] => {
      const { id, path, caseSensitive } = route;
      if (route.index) return [{ id, path, index: true }];
      return [{ id, path, caseSensitive, children: buildTree(routes, id) }];
    });
}

/** Maximum number of remembered names. Matching a path takes longer than everything else about a cached page. */
const maxNames = 1_000;

/**
 * Returns a function that maps a path to its route pattern, without parameter values, for example `/ar/requests/SECRET`
 * to `/:lang/requests/:token`.
 * Paths outside Remix map to their first segment (`/assets`), and unknown paths to `/*`.
 */
export function routeNames(routes: Routes): (path: string) => string {
  const tree = buildTree(routes);
  const names = new Map<string, string>();
  return (path) => {
    const known = names.get(path);
    if (known !== undefined) return known;
    const name = findName(tree, path);
    if (names.size >= maxNames) names.clear();
    names.set(path, name);
    return name;
  };
}

function findName(tree: RouteObject[], path: string): string {
  const folder = /^\/(assets|uploads|healthz|readyz)(?=\/|$)/.exec(path)?.[0];
  if (folder) return folder;
  try {
    // Checked first, because the router prints malformed URLs to the console.
    decodeURI(path);
    const patterns = matchRoutes(tree, path)?.map(({ route }) => route.path ?? '');
    return `/${patterns?.filter(Boolean).join('/') ?? '*'}`;
  } catch {
    return '/*';
  }
}
