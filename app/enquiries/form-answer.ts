import type { SubmissionResult } from '@conform-to/react';
import type { DeliveryState, EnquiryKind } from './enquiry.ts';
import type { FilesOnServer } from '#app/uploads/file-status.ts';

/** What went wrong with a form as a whole; each is a message key `form.…`. */
export type FormProblem =
  | 'unreadable'
  | 'too_much'
  | 'storage_failed'
  | 'connection_lost'
  | 'unanswered'
  | 'limited'
  | 'error'
  | 'which_request'
  | 'nothing_chosen'
  | 'full';

/** An enquiry, or what is added to one through its receipt. */
export type FormKind = EnquiryKind | 'documents' | 'details';

/** What a form's action answers when it does not lead on to the receipt: everything the page needs to lose nothing. */
export interface FormAnswer {
  /** The title then starts with "Error:". */
  failed: boolean;
  /** Which form it was, where a page has several. */
  kind?: FormKind;
  /** Values and error codes, by conform. */
  result?: SubmissionResult;
  files?: FilesOnServer;
  problem?: FormProblem;
  /** Stored, though the desk does not have it: its reference, the receipt's path, and what becomes of it. */
  stored?: { reference: string; receiptToken: string; receipt: string; delivery: DeliveryState };
  /** It was the consent banner that posted the form: the choice is kept. */
  hasChosenCookies?: true;
}

/** Tells the page that has sent a form what became of it, before the receipt replaces the page. */
export const formEvents = new EventTarget();
/** The form has gone through. */
export const formSent = 'sent';

/** True for the action data of a form that did not go through, whichever route it belongs to. */
export function isFailedAnswer(actionData: unknown): boolean {
  return typeof actionData === 'object' && actionData !== null && 'failed' in actionData && actionData.failed === true;
}

/** True for the action data of a form that the consent banner has posted. */
export function isConsentAnswer(actionData: unknown): boolean {
  return typeof actionData === 'object' && actionData !== null && 'hasChosenCookies' in actionData;
}

/**
 * A browser's action around the server's: a connection that breaks must not take the page, and with it the
 * form, away.
 */
export async function keepFormWhenOffline(serverAction: () => Promise<FormAnswer | undefined>): Promise<FormAnswer> {
  try {
    const answer = await serverAction();
    // The log-in page of a hotel's network answers too.
    return typeof answer?.failed === 'boolean' ? answer : { failed: true, problem: 'unanswered' };
  } catch (error) {
    // A redirect, to the receipt.
    if (error instanceof Response && error.status < 400) {
      formEvents.dispatchEvent(new Event(formSent));
      throw error;
    }
    // What fetch rejects with when the network fails; anything else is an answer that is none.
    return { failed: true, problem: error instanceof TypeError ? 'connection_lost' : 'unanswered' };
  }
}
