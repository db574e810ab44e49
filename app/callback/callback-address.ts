const callbackPath = /^\/api\/requests\/[^/]+\/status\/?$/i;

/** The maximum size of a callback's body (bytes). */
export const maxCallbackBytes = 1024;

/** Whether a path is that of the callback, where the company's system reports what has happened to a request. */
export function isCallbackAddress(path: string): boolean {
  return callbackPath.test(path);
}
