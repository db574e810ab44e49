import type { SubmissionResult } from '@conform-to/react';
import { isRouteErrorResponse } from '@remix-run/react';
import type { MessageCode } from '#app/i18n/texts/message.ts';
import type { JourneyView } from '#app/places/journey/journey-view.ts';
import type { FilesOnServer } from '#app/uploads/file-status.ts';
import type { DeliveryState, EnquiryKind } from './enquiry.ts';

/** A problem with the form as a whole. Each value is the last part of a message key `form.…`. */
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
  | 'nothing_written'
  | 'sent_link'
  | 'full';

/**
 * Returns whether no response arrived from the server, which may or may not have received the submission. Such a
 * problem is shown beside the pressed button.
 */
export function isConnectionProblem(problem: FormProblem): boolean {
  return problem === 'connection_lost' || problem === 'unanswered';
}

/** A kind of form: that of an enquiry, or one on a receipt that adds to its enquiry. */
export type FormKind = EnquiryKind | 'documents' | 'answer' | 'details';

/**
 * The action data of a form that does not redirect to the receipt: everything the page needs to keep the visitor's input.
 */
export interface FormActionData {
  /** Whether the submission failed. The page title then starts with "Error:". */
  failed: boolean;
  /** The form that was submitted, if the page has several. */
  kind?: FormKind;
  /** Values and error codes for conform. */
  result?: SubmissionResult<MessageCode[]>;
  files?: FilesOnServer;
  /** The journey that the fields describe; null if the visitor asked for it, but a place is not recognised. */
  journey?: JourneyView | null;
  /** The form key, which identifies the form's next POST request as a repeated submission. */
  formKey?: string;
  problem?: FormProblem;
  /** The enquiry, if it has been stored but not delivered yet. `receipt` is the path of its receipt. */
  stored?: { reference: string; receiptToken: string; receipt: string; delivery: DeliveryState };
  /** Set if the consent banner submitted the form. The banner's choice has been stored. */
  hasChosenCookies?: true;
}

/** Dispatches {@link formSubmitted} before the receipt replaces the page. */
export const formEvents = new EventTarget();
/** Name of the event that reports a successful submission. */
export const formSubmitted = 'sent';

/** Returns whether the action data of any route reports a failed form. */
export function isFormFailure(actionData: unknown): boolean {
  return typeof actionData === 'object' && actionData !== null && 'failed' in actionData && actionData.failed === true;
}

/** Returns whether action data belongs to a form that the consent banner submitted. */
export function isFromConsentBanner(actionData: unknown): boolean {
  return typeof actionData === 'object' && actionData !== null && 'hasChosenCookies' in actionData;
}

/**
 * Calls the server's action from the browser, and turns a broken connection into action data. Otherwise an error page would
 * replace the page and its form.
 */
export async function keepFormOnFailure(
  serverAction: () => Promise<FormActionData | undefined>,
): Promise<FormActionData> {
  try {
    const actionData = await serverAction();
    // A captive portal may have responded instead of the server.
    return typeof actionData?.failed === 'boolean' ? actionData : { failed: true, problem: 'unanswered' };
  } catch (error) {
    // A redirect to the receipt.
    if (error instanceof Response && error.status < 400) {
      formEvents.dispatchEvent(new Event(formSubmitted));
      throw error;
    }
    if (isRouteErrorResponse(error) && error.status === 503) return { failed: true, problem: 'storage_failed' };
    // fetch rejects with a TypeError if the network fails; anything else is an unusable response.
    return { failed: true, problem: error instanceof TypeError ? 'connection_lost' : 'unanswered' };
  }
}
