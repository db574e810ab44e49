import type { ServerBuild } from '@remix-run/node';
import { matchRoutes, type RouteObject } from 'react-router';

type Routes = ServerBuild['routes'];

/** The build's routes as a tree for matching. */
function treeOf(routes: Routes, parentId?: string): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route.parentId === parentId)
    .flatMap((route): RouteObject[] => {
      const { id, path, caseSensitive } = route;
      if (route.index) return [{ id, path, index: true }];
      return [{ id, path, caseSensitive, children: treeOf(routes, id) }];
    });
}

/**
 * Returns a function that maps a path to its route pattern, without parameter values, for example `/ar/requests/SECRET`
 * to `/:lang/requests/:token`.
 * @returns for unmatched paths, the first segment if it is one of ours (`/assets`), else `/*`
 */
export function routeNames(routes: Routes): (path: string) => string {
  const tree = treeOf(routes);
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
