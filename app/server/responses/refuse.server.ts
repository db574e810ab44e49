import type { Request, Response } from 'express';
import { isCallbackAddress } from '#app/callback/callback-address.ts';
import { callbackProblem } from '#app/callback/callback-problems.ts';
import type { Company } from '#app/company/company.ts';
import { callBackPlainForm } from '#app/enquiries/kinds/call-back/call-back-plain-form.server.ts';
import { languageOfAddress } from '#app/i18n/language-choice.server.ts';
import type { FormLanguage } from '#app/i18n/languages.ts';
import { plainPage, plainPagePolicy } from '#app/problems/plain-page.server.ts';

/** Limits on draining a refused body, in bytes and ms: enough for the largest medical report. */
const maxDrainedBytes = 64 * 1024 * 1024;
const drainTimeout = 30_000;

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
    // A browser that is still uploading would show a connection error instead of an early response.
    const isDrained = await drain(request);
    if (response.destroyed) return;
    if (!isDrained) response.set('Connection', 'close');
    if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
    if (isCallbackAddress(request.path)) {
      response.status(status).set('Cache-Control', 'no-store').json(callbackProblem(status));
      return;
    }
    const language = languageOfAddress(request.originalUrl, request.get('Cookie'));
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

/**
 * Discards the rest of a request's body.
 * @returns whether the body was read to its end
 */
async function drain(request: Request): Promise<boolean> {
  if (request.readableEnded || request.complete) return true;
  let received = 0;
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(false), drainTimeout);
    const finish = (isDrained: boolean) => {
      clearTimeout(timer);
      request.pause();
      resolve(isDrained);
    };
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > maxDrainedBytes) finish(false);
    });
    request.on('end', () => finish(true));
    request.on('close', () => finish(false));
    request.on('error', () => finish(false));
  });
}
