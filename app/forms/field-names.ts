/** Field names shared by every form, in the browser and on the server. */

export const fileFieldName = 'files';

/** Hidden: the token of the draft with the files received so far. */
export const draftFieldName = 'draft';

/**
 * The pressed button. A post without an intent submits the form; `remove:` plus a file id removes that file from the
 * draft; every other value re-renders the page with everything kept.
 */
export const intentFieldName = 'intent';
export const removeIntent = 'remove:';

/** Uploads the chosen files without submitting the form. */
export const keepFilesIntent = 'keep-files';
/** Requests the files of a draft whose token this browser has stored. */
export const continueIntent = 'continue';
/** Deletes the draft with its files. */
export const discardIntent = 'discard';

/** Hidden, after a submission that could not be delivered: the receipt's token, so that the page keeps the reference. */
export const receiptFieldName = 'receipt';

/** Hidden: the form key that identifies repeated submissions. Made by the page's script or by the server's response. */
export const formKeyFieldName = 'form-key';

/** Hidden: ids of the files removed in the browser since the page was loaded. */
export const removedFieldName = 'remove';

/**
 * The honeypot: a field that people do not see and bots fill in. A submission that fills it is flagged, but stored and
 * delivered like any other, because it may still come from a patient.
 */
export const honeypotFieldName = 'website';

/** Which of several forms on a page was submitted; the name of its send button or of a hidden field. */
export const kindFieldName = 'kind';
