/** Whether a file is attached to the mail, and if not, why. */
export type AttachmentState = 'along' | 'too-large' | 'turned-down';
