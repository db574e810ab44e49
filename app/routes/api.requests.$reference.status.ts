import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { handleCallback } from '#app/callback/handle-callback.server.ts';
import { services } from '#app/services.server.ts';

/** Receives events of a request from the company's system (docs/api.md). */
export async function action({ request, params: { reference = '' } }: ActionFunctionArgs) {
  const site = await services();
  return handleCallback(request, reference, site.env.API_CALLBACK_TOKEN, site);
}

/** Refuses GET and HEAD. */
export const loader = (args: LoaderFunctionArgs) => action(args);
