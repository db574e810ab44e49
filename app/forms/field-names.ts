/** The field names that all forms share, in the browser and on the server. */

export const fileFieldName = 'files';

/** Hidden field: the token of the draft with the files received so far. */
export const draftFieldName = 'draft';

/**
 * The pressed button. A POST request without an intent submits the form. `remove:` and a file id remove the file from the
 * draft. Every other value renders the page again with all input kept.
 */
export const intentFieldName = 'intent';
export const removeIntent = 'remove:';

/** The intent that uploads the chosen files without submitting the form. */
export const keepFilesIntent = 'keep-files';
/** The intent that requests the files of a draft whose token this browser has stored. */
export const continueIntent = 'continue';
/** The intent that shows the journey between the places entered so far. */
export const showJourneyIntent = 'show-journey';
/** The intent that deletes the draft with its files. */
export const discardIntent = 'discard';

/** Hidden field after a submission that could not be delivered: the receipt's token, which keeps the reference. */
export const receiptFieldName = 'receipt';

/** Hidden field: the form key, which identifies repeated submissions. The page's script or the server creates it. */
export const formKeyFieldName = 'form-key';

/** Hidden field: the ids of the files that the visitor has removed since the page was loaded. */
export const removedFieldName = 'remove';

/**
 * The honeypot: a field that people do not see and bots fill in. A submission that fills it is flagged, but stored and
 * delivered like any other, because it may still come from a patient.
 */
export const honeypotFieldName = 'website';

/** The kind of the submitted form on a page with several forms: its send button or a hidden field has this name. */
export const kindFieldName = 'kind';

/** The fields whose values visitors do not type. */
export const hiddenFieldNames: readonly string[] = [
  ...[draftFieldName, intentFieldName, receiptFieldName, formKeyFieldName, removedFieldName],
  ...[honeypotFieldName, kindFieldName],
];
