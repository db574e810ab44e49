/** The fields of the answer form, in the order in which the page and the error summary list them. */
export const answerFieldNames = ['text'] as const;
