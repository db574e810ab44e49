import type { FileErrorCode } from './keep-file.server.ts';

/** A file that is on the server already and waits for its form to be sent. */
export interface KeptFile {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
}

/** A file that was not kept, and the code of why. */
export interface RefusedFile {
  name: string;
  error: FileErrorCode;
}

/** What a page knows of a form's files: all that a draft says, without its storage. */
export interface FilesOnServer {
  /** The draft's token, for the hidden field. */
  token?: string;
  files: KeptFile[];
  errors: RefusedFile[];
  isExpired: boolean;
  /** Asked for beside the form, which was not sent: what it does not name may still be on its way. */
  isContinued?: boolean;
}
