// Plain JavaScript, because prepare.js runs before anything is installed.

/**
 * @typedef {{ version?: string, dev?: boolean, devOptional?: boolean, optional?: boolean, os?: string | string[],
 *   cpu?: string | string[], optionalDependencies?: Record<string, string> }} LockedPackage an entry of a lockfile
 * @typedef {{ platform: string, arch: string }} Machine as in `process`
 */

/**
 * Returns which packages must be installed before the site is built and run, or before its tests run: those that are
 * missing, and those of another version than the lockfile's. npm silently leaves out an optional package that it cannot
 * install. The build's packages are optional, so that servers can leave them out; those that we name are needed.
 * @param {Record<string, LockedPackage>} locked the packages of the lockfile, by path
 * @param {Record<string, LockedPackage>} installed those of npm's list of what is installed (`.package-lock.json`)
 * @param {Machine & { withTests: boolean }} options
 * @returns {string[]} the paths of the packages
 */
export function missingPackages(locked, installed, { withTests, ...machine }) {
  const named = new Set(Object.keys(locked['']?.optionalDependencies ?? {}).map((name) => `node_modules/${name}`));
  return Object.entries(locked).flatMap(([path, entry]) => {
    if (path === '') return [];
    const isForTests = entry.dev === true || entry.devOptional === true;
    const isNeeded = named.has(path) ? isFor(entry, machine) : !entry.optional && (withTests || !isForTests);
    return installed[path]?.version !== entry.version && (isNeeded || path in installed) ? [path] : [];
  });
}

/**
 * Returns whether npm installs Node on a machine: a package `node-…` for its system and processor.
 * @param {Record<string, LockedPackage>} locked
 * @param {Machine} machine
 */
export function bringsNode(locked, machine) {
  return Object.entries(locked).some(
    ([path, entry]) => path.startsWith('node_modules/node-') && isFor(entry, machine) && entry.os !== undefined,
  );
}

/** @param {LockedPackage} entry @param {Machine} machine */
function isFor({ os, cpu }, { platform, arch }) {
  return (os === undefined || [os].flat().includes(platform)) && (cpu === undefined || [cpu].flat().includes(arch));
}
