import type { ActionFunctionArgs } from '@remix-run/node';
import { readFault } from '#app/problems/read-fault.server.ts';
import { services } from '#app/services.server.ts';

/** A browser tells of a fault that the server could not see. Always 204: nobody waits for the answer. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { log, limits } = await services();
  const isTooMany = (await limits.faultReports.take(context.visitorAddress)) !== undefined;
  const fault = isTooMany ? undefined : readFault(await request.text());
  if (fault) log.warn(fault, 'failed in a browser');
  return new Response(null, { status: 204 });
}
