import type { SubmissionResult } from '@conform-to/react';
import type { MessageCode } from '#app/i18n/texts/message.ts';
import type { FilesOnServer } from '#app/uploads/file-status.ts';
import type { DeliveryState, EnquiryKind } from './enquiry.ts';

/** A problem with the form as a whole; each is a message key `form.…`. */
export type FormProblem =
  | 'unreadable'
  | 'too_much'
  | 'busy'
  | 'storage_failed'
  | 'connection_lost'
  | 'unanswered'
  | 'limited'
  | 'error'
  | 'which_request'
  | 'nothing_chosen'
  | 'full';

/** Whether there was no response of ours, so that the form may or may not have arrived. Shown beside the pressed button. */
export function isOfConnection(problem: FormProblem): boolean {
  return problem === 'connection_lost' || problem === 'unanswered';
}

/** An enquiry, or an addition to one on its receipt. */
export type FormKind = EnquiryKind | 'documents' | 'details';

/** The action data of a form unless it redirects to the receipt: everything the page needs to keep the visitor's input. */
export interface FormAnswer {
  /** The title then starts with "Error:". */
  failed: boolean;
  /** Which form was submitted, if the page has several. */
  kind?: FormKind;
  /** Values and error codes for conform. */
  result?: SubmissionResult<MessageCode[]>;
  files?: FilesOnServer;
  /** Identifies the form's next post as a repeated submission. */
  formKey?: string;
  problem?: FormProblem;
  /** The enquiry has been stored but not delivered yet. */
  stored?: { reference: string; receiptToken: string; receipt: string; delivery: DeliveryState };
  /** The form was posted by the consent banner, whose choice has been stored. */
  hasChosenCookies?: true;
}

/** Dispatches {@link formSent} to the page before the receipt replaces it. */
export const formEvents = new EventTarget();
/** Event: the form has been submitted successfully. */
export const formSent = 'sent';

/** Whether action data of any route is that of a failed form. */
export function isFailedAnswer(actionData: unknown): boolean {
  return typeof actionData === 'object' && actionData !== null && 'failed' in actionData && actionData.failed === true;
}

/** Whether action data is that of a form posted by the consent banner. */
export function isConsentAnswer(actionData: unknown): boolean {
  return typeof actionData === 'object' && actionData !== null && 'hasChosenCookies' in actionData;
}

/**
 * Wraps the server's action in the browser, so that a broken connection does not replace the page, and with it the form,
 * by an error page.
 */
export async function keepFormWhenOffline(serverAction: () => Promise<FormAnswer | undefined>): Promise<FormAnswer> {
  try {
    const answer = await serverAction();
    // A captive portal may have responded instead.
    return typeof answer?.failed === 'boolean' ? answer : { failed: true, problem: 'unanswered' };
  } catch (error) {
    // The redirect to the receipt.
    if (error instanceof Response && error.status < 400) {
      formEvents.dispatchEvent(new Event(formSent));
      throw error;
    }
    // fetch rejects with a TypeError when the network fails; anything else is an unusable response.
    return { failed: true, problem: error instanceof TypeError ? 'connection_lost' : 'unanswered' };
  }
}
