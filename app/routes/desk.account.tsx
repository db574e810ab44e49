import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { textIn } from '#app/company/facts/company-facts.ts';
import { sessionCookie, textOf } from '#app/desk/access.server.ts';
import { changeOwnPassword } from '#app/desk/change-own-password.server.ts';
import { deskPage } from '#app/desk/desk-page.server.tsx';
import { deskRoute, seeOther } from '#app/desk/desk-route.server.tsx';
import { changeLanguage } from '#app/desk/people/people.server.ts';
import { isDeskLanguage } from '#app/desk/people/person.ts';
import { signOutEverywhere } from '#app/desk/sign-in/sign-in.server.ts';
import { AccountPage } from '#app/desk/view/account-page.tsx';
import { services } from '#app/services.server.ts';

const routeId = 'routes/desk.account';

export async function loader(args: LoaderFunctionArgs) {
  return deskRoute(await services(), routeId, args, ({ desk }) =>
    Promise.resolve(
      deskPage({ routeId, title: desk.texts.account.title, section: 'account', desk }, <AccountPage desk={desk} />),
    ),
  );
}

export async function action(args: ActionFunctionArgs) {
  const site = await services();
  return deskRoute(site, routeId, args, async ({ desk, form, now }) => {
    const intent = textOf(form, 'intent');
    if (intent === 'language') {
      const language = textOf(form, 'language');
      if (isDeskLanguage(language)) await changeLanguage(site.database, desk.person.id, language);
      return seeOther('/desk/account');
    }
    if (intent === 'sign-out') {
      await signOutEverywhere(site.database, desk.session, now);
      return seeOther('/desk/sign-in', sessionCookie(site));
    }
    const problems = await changeOwnPassword(
      site.database,
      desk,
      form,
      textIn(site.facts.current().facts.name, desk.language),
      now,
    );
    if (!problems) return seeOther('/desk/sign-in', sessionCookie(site));
    return deskPage(
      { routeId, title: desk.texts.account.title, section: 'account', status: 400, desk },
      <AccountPage desk={desk} problems={problems} />,
    );
  });
}
