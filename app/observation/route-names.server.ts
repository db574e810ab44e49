import type { ServerBuild } from '@remix-run/node';
import { matchRoutes, type RouteObject } from 'react-router';

type Routes = ServerBuild['routes'];

/** The routes of the build as a tree, of which only paths and names count. */
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
 * What kind of address a path is: the pattern of its route, without what stands in its places.
 * @returns a function from `/ar/requests/SECRET` to `/:lang/requests/:token`; what no route takes is named by its first
 *   part where that is one of ours, else `*`
 */
export function routeNames(routes: Routes): (path: string) => string {
  const tree = treeOf(routes);
  return (path) => {
    const folder = /^\/(assets|uploads|healthz)(?=\/|$)/.exec(path)?.[0];
    if (folder) return folder;
    try {
      // The router would write the address of one that cannot be decoded to the console.
      decodeURI(path);
      const patterns = matchRoutes(tree, path)?.map(({ route }) => route.path ?? '');
      return `/${patterns?.filter(Boolean).join('/') ?? '*'}`;
    } catch {
      return '/*';
    }
  };
}
