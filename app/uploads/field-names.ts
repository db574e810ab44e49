/** Names of the fields around files; the same in every form, on both sides. */

export const fileFieldName = 'files';

/** Hidden: the token of the draft that holds the files already received. */
export const draftFieldName = 'draft';

/**
 * The button that was pressed. A post without an intent sends the form; `remove:` and a file's id takes a
 * file out of the draft; every other value only shows the page again, with everything kept.
 */
export const intentFieldName = 'intent';
export const removeIntent = 'remove:';

/** Only uploads what has been chosen. */
export const keepFilesIntent = 'keep-files';
/** Asks for the files of a draft that this browser has kept the token of. */
export const continueIntent = 'continue';
/** Deletes the draft with its files. */
export const discardIntent = 'discard';

/** Hidden, after a sending that the desk did not take: the receipt's token, so that the reference stays on the page. */
export const receiptFieldName = 'receipt';

/** Hidden: ids of files that were taken out in the browser since the page was loaded. */
export const removedFieldName = 'remove';

/**
 * A field that people do not see and programs fill in. What comes with it is marked, and stored and delivered like any
 * other enquiry: it may be a patient’s after all.
 */
export const trapFieldName = 'website';

/** Which form of a page with several a post sends: on its send button, or hidden. */
export const kindFieldName = 'kind';
