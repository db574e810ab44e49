/** Why a file was not kept; each is a message key `form.…`. */
export type FileErrorCode =
  | 'file_too_large'
  | 'too_many_files'
  | 'file_empty'
  | 'file_wrong_type'
  | 'file_active'
  | 'file_broken_off'
  | 'file_no_room';

/** A file stored on the server for a form that has not been submitted yet. */
export interface ServerFile {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
}

/** A refused file with its error code. */
export interface RefusedFile {
  name: string;
  error: FileErrorCode;
}

/** A form's files as the page knows them: its draft without storage details. */
export interface FilesOnServer {
  /** The draft's token, for the hidden field. */
  token?: string;
  files: ServerFile[];
  errors: RefusedFile[];
  isExpired: boolean;
  /** Fetched without submitting the form, so uploads that it does not list may still be in progress. */
  isContinued?: boolean;
}
