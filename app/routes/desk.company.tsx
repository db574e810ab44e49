import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { isTypedFact } from '#app/desk/company/company-sections.ts';
import { deskRoute } from '#app/desk/desk-route.server.tsx';
import { companyPage } from '#app/desk/lead/company-page.server.tsx';
import { handleCompanyForm } from '#app/desk/lead/handle-company-form.server.ts';
import { services } from '#app/services.server.ts';

const routeId = 'routes/desk.company';

/**
 * Maximum size of a form's pictures (bytes): as much as the guard lets through, so that the form can say that a photo
 * taken by a phone is too large.
 */
const maxFileBytes = 16 * 1024 * 1024;

export async function loader(args: LoaderFunctionArgs) {
  const site = await services();
  const { searchParams } = new URL(args.request.url);
  const outcome = { saved: searchParams.get('saved'), undone: searchParams.has('undone') };
  return deskRoute(site, routeId, args, ({ desk }) => companyPage(site, { desk, routeId, outcome }), { role: 'lead' });
}

export async function action(args: ActionFunctionArgs) {
  const site = await services();
  return deskRoute(
    site,
    routeId,
    args,
    ({ desk, form, now }) => handleCompanyForm(site, { desk, form, routeId, now }),
    { role: 'lead', maxFileBytes, isTyped: isTypedFact },
  );
}
