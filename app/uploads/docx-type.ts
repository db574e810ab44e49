/** The media type of a Word document, which is a zip archive of a certain content; `docx.server.ts` looks inside. */
export const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
