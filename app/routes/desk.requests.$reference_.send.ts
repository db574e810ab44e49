import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { deskRoute, seeOther } from '#app/desk/desk-route.server.tsx';
import { handleFilesForm } from '#app/desk/family/handle-family-form.server.ts';
import { parseReference } from '#app/enquiries/reference.ts';
import { services } from '#app/services.server.ts';

const routeId = 'routes/desk.requests.$reference_.send';

/** A rejected form is shown at this URL, which redirects to the request when it is opened again. */
export async function loader(args: LoaderFunctionArgs) {
  const site = await services();
  const reference = parseReference(args.params.reference ?? '') ?? '';
  return deskRoute(site, routeId, args, () => Promise.resolve(seeOther(`/desk/requests/${reference}`)));
}

/** Sends files to the family. */
export async function action(args: ActionFunctionArgs) {
  const site = await services();
  const { request, context } = args;
  const reference = parseReference(args.params.reference ?? '') ?? '';
  return deskRoute(
    site,
    routeId,
    args,
    ({ desk, now }) => handleFilesForm(site, { desk, request, routeId, reference, now }, context),
    { readsForm: false },
  );
}
