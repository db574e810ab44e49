/**
 * False in Safari before 14.1, which cannot assign files to an input: each input keeps its own last selection there.
 */
export const canAssignFiles = (() => {
  try {
    return Boolean(new DataTransfer());
  } catch {
    return false;
  }
})();

/** Whether the server accepts separate uploads; true until proven otherwise. Shared by all forms of the page. */
let hasEndpoint = true;

/** Whether files can be uploaded before their form is sent, as far as this page knows. */
export function canUpload(): boolean {
  return canAssignFiles && hasEndpoint;
}

/** Call this when the server turns out not to accept separate uploads. */
export function reportMissingEndpoint(): void {
  hasEndpoint = false;
}
