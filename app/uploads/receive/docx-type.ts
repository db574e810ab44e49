/** The media type of a Word document, which is a zip archive. `docx.server.ts` inspects its content. */
export const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
