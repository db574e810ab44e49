import type { ServerBuild } from '@remix-run/node';

type Routes = ServerBuild['routes'];

/**
 * The segments of a route's path from the root, such as `:lang`, `treatment`, `:category`, and the ids of the route and
 * its parents.
 */
interface Pattern {
  segments: string[];
  ids: string[];
}

/**
 * Returns a function that reduces a build to the routes that may match a path by the router's rules: static segments
 * match case-insensitively, `:name` matches one segment, and `*` matches the rest. Remix matches a path several times
 * for a document, each time against all routes of its build, which takes longer than rendering the page.
 * @returns the reduced build; the same object for the same routes, and the whole build for a path with percent-encoding
 */
export function routeCandidates(build: ServerBuild): (path: string) => ServerBuild {
  const patterns = Object.values(build.routes).map((route) => toPattern(build.routes, route));
  const reduced = new Map<string, ServerBuild>();

  return (path) => {
    // The router decodes each segment.
    if (path.includes('%')) return build;
    const segments = splitPath(path.toLowerCase());
    const ids = new Set(patterns.filter((pattern) => mayMatch(pattern.segments, segments)).flatMap((each) => each.ids));
    const key = [...ids].join();
    let candidates = reduced.get(key);
    if (!candidates) {
      candidates = reduceBuild(build, ids);
      reduced.set(key, candidates);
    }
    return candidates;
  };
}

function toPattern(routes: Routes, { id, parentId, path = '' }: Routes[string]): Pattern {
  const parent = parentId === undefined ? undefined : routes[parentId];
  const parentPattern = parent ? toPattern(routes, parent) : { segments: [], ids: [] };
  return { segments: [...parentPattern.segments, ...splitPath(path.toLowerCase())], ids: [...parentPattern.ids, id] };
}

function splitPath(path: string): string[] {
  return path.split('/').filter(Boolean);
}

/** Returns whether a pattern may match. A pattern with optional segments always may; no route has one so far. */
function mayMatch(pattern: string[], segments: string[]): boolean {
  if (pattern.some((segment) => segment.endsWith('?'))) return true;
  const hasSplat = pattern.at(-1) === '*';
  const fixed = hasSplat ? pattern.slice(0, -1) : pattern;
  if (hasSplat ? segments.length < fixed.length : segments.length !== fixed.length) return false;
  return fixed.every((segment, index) => segment.startsWith(':') || segment === segments[index]);
}

/**
 * Keeps the routes' order, which decides between equal matches. The browser is not affected: it loads the whole
 * manifest separately.
 */
function reduceBuild(build: ServerBuild, ids: ReadonlySet<string>): ServerBuild {
  const keep = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
  return { ...build, routes: keep(build.routes), assets: { ...build.assets, routes: keep(build.assets.routes) } };
}
