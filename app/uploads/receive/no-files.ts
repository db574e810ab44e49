import type { UploadHandler } from './read-upload.server.ts';

/** The upload handler of a form without files. */
export const noFiles: UploadHandler<never> = {
  receive: () => Promise.resolve(undefined),
  discard: () => Promise.resolve(),
};
