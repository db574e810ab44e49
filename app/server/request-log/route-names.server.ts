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

/**
 * Returns a function that maps a path to its route pattern, without parameter values, for example `/ar/requests/SECRET`
 * to `/:lang/requests/:token`.
 * Paths outside Remix map to their first segment (`/assets`), and unknown paths to `/*`.
 */
export function routeNames(routes: Routes): (path: string) => string {
  const tree = buildTree(routes);
  return (path) => {
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
  };
}
