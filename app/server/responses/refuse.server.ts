import type { Request, Response } from 'express';
import { isCallbackAddress } from '#app/callback/callback-address.ts';
import { callbackProblem } from '#app/callback/callback-problems.ts';
import type { Company } from '#app/company/company.ts';
import { callBackPlainForm } from '#app/enquiries/kinds/call-back/call-back-plain-form.server.ts';
import { documentLanguageOfAddress } from '#app/i18n/language-choice.server.ts';
import type { FormLanguage } from '#app/i18n/languages.ts';
import { plainPage, plainPagePolicy } from '#app/problems/plain-page.server.ts';
import { drainRequest } from '../drain-request.server.ts';

/**
 * Responds to a refused request with an error page in its language, or to a callback with JSON, and records the
 * violated rule for the log.
 */
export type Refuse = (request: Request, response: Response, refusal: Refusal) => Promise<void>;

/** Why a request is refused. */
export interface Refusal {
  status: number;
  /** Name of the rule that was violated, for the log. */
  rule: string;
  /** Retry-After (s). */
  retryAfter?: number;
}

/**
 * Creates the {@link Refuse} handler.
 * @param companyIn returns the company's contact details in a language
 */
export function createRefuse(companyIn: (language: FormLanguage) => Company): Refuse {
  return async (request, response, { status, rule, retryAfter }) => {
    response.locals.refusedBy = rule;
    const isDrained = await drainRequest(request);
    if (response.destroyed) return;
    if (!isDrained) response.set('Connection', 'close');
    if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
    if (isCallbackAddress(request.path)) {
      response.status(status).set('Cache-Control', 'no-store').json(callbackProblem(status));
      return;
    }
    const language = documentLanguageOfAddress(request.originalUrl, request.get('Cookie'));
    const requestId = response.locals.requestId as string | undefined;
    response.status(status).set({
      'Content-Security-Policy': plainPagePolicy,
      'Content-Language': language,
      'Cache-Control': 'no-store',
    });
    const form = callBackPlainForm(language);
    const company = companyIn(language);
    response.type('html').send(plainPage({ status, language, company, requestId, retryAfter, form }));
  };
}

/** Renders the error page of an outage, for an address that is not a page. */
export function outagePage(language: FormLanguage, company: Company): string {
  return plainPage({ status: 503, language, company, form: callBackPlainForm(language) });
}
