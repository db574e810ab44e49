import { readdirSync, readFileSync } from 'node:fs';

interface BuiltRoute {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  hasAction: boolean;
}

const assets = new URL('../../build/client/assets/', import.meta.url);

/** A route of the build that accepts forms. */
export interface RouteWithAction {
  id: string;
  /** Matches its URLs, from the path on. */
  pattern: RegExp;
}

/** Returns the routes with an action, from the manifest of the build. */
export function routesWithAction(): RouteWithAction[] {
  const manifest = readdirSync(assets).find((name) => /^manifest-.*\.js$/.test(name)) ?? '';
  const text = readFileSync(new URL(manifest, assets), 'utf8');
  const { routes } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as {
    routes: Record<string, BuiltRoute>;
  };
  const pathOf = ({ path = '', parentId = '' }: BuiltRoute): string => {
    const parent = routes[parentId];
    return [parent && pathOf(parent), path].filter(Boolean).join('/');
  };
  return Object.values(routes)
    .filter(({ hasAction }) => hasAction)
    .map((route) => {
      const path = pathOf(route).replace(/:\w+/g, '[^/?]+');
      return { id: route.id, pattern: new RegExp(`^/${path}${route.index ? '\\?index' : '(?:\\?.*)?'}$`) };
    });
}
