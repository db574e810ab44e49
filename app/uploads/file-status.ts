/**
 * Why a file was rejected. Each code is the message key `form.{code}`. Of a wrong type: `archive_wrong_type` is an archive or
 * the image of a disc, `picture_wrong_type` a picture that few programs can open, `file_wrong_type` anything else.
 */
export type FileErrorCode =
  | 'file_too_large'
  | 'too_many_files'
  | 'file_empty'
  | 'file_wrong_type'
  | 'archive_wrong_type'
  | 'picture_wrong_type'
  | 'file_active'
  | 'file_unchecked'
  | 'file_incomplete'
  | 'file_no_room'
  | 'disc_in_form';

/** Why a file was rejected in the browser, or its separate upload by the server. */
export type UploadErrorCode = FileErrorCode | 'discs_too_large' | 'disc_no_room' | 'file_unreadable';

/** A file stored on the server for a form that has not been submitted yet. */
export interface ServerFile {
  id: string;
  name: string;
  /** Size in bytes. */
  size: number;
}

/** A rejected file with its error code. */
export interface RejectedFile {
  name: string;
  /** Its media type, where it is known: without it, a name without extension is that of a file from a disc. */
  type?: string;
  error: UploadErrorCode;
}

/** The draft of a form as sent to the page, without storage details. */
export interface FilesOnServer {
  /** Token of the draft, for the hidden field. */
  token?: string;
  files: ServerFile[];
  errors: RejectedFile[];
  /** Whether the draft has expired, so the visitor must choose the files again. */
  isExpired: boolean;
  /** Whether the list was fetched without submitting the form. Uploads that it omits may then still be in progress. */
  isFromResumedDraft?: boolean;
}
