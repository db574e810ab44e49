/** Whether a file is attached to the email, and if not, why. */
export type AttachmentState = 'attached' | 'too-large' | 'disc' | 'rejected';
