/** The form's fields, in the order in which the page and the error summary list them. */
export const callBackFieldNames = ['phone', 'name', 'when', 'time', 'zone', 'call_language'] as const;

/** When the family wants to be called: at once, on the same day, or at a given time. */
export const callTimes = ['now', 'today', 'time'] as const;

/** Path, without the language, of the page to which the form is submitted from every page. */
export const callBackPath = '/call-back';
