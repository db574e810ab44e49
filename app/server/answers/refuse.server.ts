import type { Request, Response } from 'express';
import { companyOf } from '#app/company/company-of-environment.server.ts';
import type { Environment } from '#app/env/env.server.ts';
import { languageOfAddress } from '#app/i18n/language-choice.server.ts';
import { plainPage, plainPagePolicy } from '#app/problems/plain-page.server.ts';

/** How much of a refused body is drained, in bytes and ms: enough for the largest report. */
const maxDrainedBytes = 64 * 1024 * 1024;
const drainTimeout = 30_000;

/** Answers a refused request with an error page in its language; the rule is logged. */
export type Refuse = (request: Request, response: Response, refusal: Refusal) => Promise<void>;

/** Why a request is refused. */
export interface Refusal {
  status: number;
  /** Name of the rule that was violated, for the log. */
  rule: string;
  /** Retry-After, in seconds. */
  retryAfter?: number;
}

/** Creates the {@link Refuse} handler; the environment provides the company's contact details. */
export function createRefuse(env: Environment): Refuse {
  const company = companyOf(env);
  return async (request, response, { status, rule, retryAfter }) => {
    response.locals.refusedBy = rule;
    // A browser that is still uploading shows a connection error instead of an early response.
    const isDrained = await drain(request);
    if (response.destroyed) return;
    if (!isDrained) response.set('Connection', 'close');
    if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
    const language = languageOfAddress(request.originalUrl, request.get('Cookie'));
    const requestId = response.locals.requestId as string | undefined;
    response.status(status).set({
      'Content-Security-Policy': plainPagePolicy,
      'Content-Language': language,
      'Cache-Control': 'no-store',
    });
    response.type('html').send(plainPage({ status, language, company, requestId, retryAfter }));
  };
}

/** Discards the rest of a request's body. @returns whether it was read to its end */
async function drain(request: Request): Promise<boolean> {
  if (request.readableEnded || request.complete) return true;
  let received = 0;
  return new Promise((resolve) => {
    const timer = setTimeout(() => done(false), drainTimeout);
    const done = (isDrained: boolean) => {
      clearTimeout(timer);
      request.pause();
      resolve(isDrained);
    };
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > maxDrainedBytes) done(false);
    });
    request.on('end', () => done(true));
    request.on('close', () => done(false));
    request.on('error', () => done(false));
  });
}
