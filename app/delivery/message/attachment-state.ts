/** Whether a file is attached to the mail, and if not, why. */
export type AttachmentState = 'attached' | 'too-large' | 'rejected';
