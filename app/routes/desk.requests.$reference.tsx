import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { deskRoute } from '#app/desk/desk-route.server.tsx';
import { handleFamilyForm, isFamilyForm } from '#app/desk/family/handle-family-form.server.ts';
import { handleRequestForm } from '#app/desk/request/handle-request-form.server.ts';
import { requestPage } from '#app/desk/request/request-page.server.tsx';
import { parseReference } from '#app/enquiries/reference.ts';
import { services } from '#app/services.server.ts';

const routeId = 'routes/desk.requests.$reference';

export async function loader(args: LoaderFunctionArgs) {
  const site = await services();
  const reference = parseReference(args.params.reference ?? '') ?? '';
  const { searchParams } = new URL(args.request.url);
  const outcome = searchParams.has('changed') ? { changed: true } : {};
  const historyPage = searchParams.get('history');
  return deskRoute(site, routeId, args, ({ desk, now }) =>
    requestPage(site, { desk, routeId, reference, now, outcome, historyPage }),
  );
}

export async function action(args: ActionFunctionArgs) {
  const site = await services();
  const reference = parseReference(args.params.reference ?? '') ?? '';
  return deskRoute(site, routeId, args, ({ desk, form, now }) =>
    isFamilyForm(form)
      ? handleFamilyForm(site, { desk, request: args.request, routeId, reference, now }, form)
      : handleRequestForm(site, { desk, form, routeId, reference, now }),
  );
}
