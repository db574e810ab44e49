import type { Request, Response } from 'express';
import { companyOf } from '#app/company/company-of-environment.server.ts';
import type { Environment } from '#app/env.server.ts';
import { languageOfAddress } from '#app/i18n/language-choice.server.ts';
import { plainPage, plainPagePolicy } from '#app/problems/plain-page.server.ts';

/** As much of a refused body is read as a visitor's report may be large, and not for longer than this. */
const drainedBytes = 64 * 1024 * 1024;
const drainedFor = 30_000;

/** Answers a request that goes no further, with a page in its language; the log tells the rule that it met. */
export type Refuse = (request: Request, response: Response, refusal: Refusal) => Promise<void>;

export interface Refusal {
  status: number;
  /** The rule, for the log. */
  rule: string;
  /** In seconds. */
  retryAfter?: number;
}

export function openRefuse(env: Environment): Refuse {
  const company = companyOf(env);
  return async (request, response, { status, rule, retryAfter }) => {
    response.locals.refusedBy = rule;
    // A browser that is still sending sees a broken connection in place of any answer.
    const isRead = await drained(request);
    if (response.destroyed) return;
    if (!isRead) response.set('Connection', 'close');
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

/** Whether a request's body has been read to its end. */
async function drained(request: Request): Promise<boolean> {
  if (request.readableEnded || request.complete) return true;
  let received = 0;
  return new Promise((resolve) => {
    const timer = setTimeout(() => done(false), drainedFor);
    const done = (isRead: boolean) => {
      clearTimeout(timer);
      request.pause();
      resolve(isRead);
    };
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > drainedBytes) done(false);
    });
    request.on('end', () => done(true));
    request.on('close', () => done(false));
    request.on('error', () => done(false));
  });
}
