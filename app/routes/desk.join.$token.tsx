import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { renderSVG } from 'uqr';
import { textIn } from '#app/company/facts/company-facts.ts';
import { readForm, requestedDeskLanguage, textOf } from '#app/desk/access.server.ts';
import { deskPage } from '#app/desk/desk-page.server.tsx';
import { openDeskRoute } from '#app/desk/desk-route.server.tsx';
import { personOfLink, totpSecretOfLink } from '#app/desk/people/links.server.ts';
import { checkPassword, guessableParts } from '#app/desk/people/password.server.ts';
import { findPerson } from '#app/desk/people/people.server.ts';
import type { Person } from '#app/desk/people/person.ts';
import { join } from '#app/desk/sign-in/join.server.ts';
import { totpUri } from '#app/desk/sign-in/second-factor.server.ts';
import { deskTexts } from '#app/desk/texts/desk-texts.ts';
import { JoinForm, RecoveryCodes } from '#app/desk/view/join-form.tsx';
import { services } from '#app/services.server.ts';
import { Notice } from '#app/ui/messages/notice.tsx';

const routeId = 'routes/desk.join.$token';

export async function loader(args: LoaderFunctionArgs) {
  const site = await services();
  const token = args.params.token ?? '';
  return openDeskRoute(site, routeId, args, async () => {
    const personId = await personOfLink(site.database, token, Date.now());
    const person = personId === undefined ? undefined : await findPerson(site.database, { id: personId });
    return person
      ? joinPage(person, token, textIn(site.facts.current().facts.name, person.language), 200)
      : usedLinkPage(args.request);
  });
}

export async function action(args: ActionFunctionArgs) {
  const site = await services();
  const token = args.params.token ?? '';
  return openDeskRoute(site, routeId, args, async () => {
    const now = Date.now();
    const personId = await personOfLink(site.database, token, now);
    const person = personId === undefined ? undefined : await findPerson(site.database, { id: personId });
    if (!person) return usedLinkPage(args.request);
    const form = await readForm(args.request);
    const { join: texts } = deskTexts[person.language];
    const password = textOf(form, 'password');
    const company = textIn(site.facts.current().facts.name, person.language);
    const problem = checkPassword(password, guessableParts(person, company));
    if (problem) return joinPage(person, token, company, 400, { password: texts.problem[problem] });
    const result = await join(site.database, token, { password, code: textOf(form, 'code') }, now);
    if ('recoveryCodes' in result) {
      return deskPage(
        { routeId, title: texts.title, desk: { language: person.language } },
        <RecoveryCodes texts={deskTexts[person.language]} codes={result.recoveryCodes} />,
      );
    }
    if (result.problem === 'link') return usedLinkPage(args.request);
    return joinPage(person, token, company, 400, { code: texts.wrongCode });
  });
}

function joinPage(
  { email, language }: Person,
  token: string,
  company: string,
  status: number,
  problems?: { password?: string; code?: string },
): Response {
  const texts = deskTexts[language];
  const secret = totpSecretOfLink(token);
  const qrCode = renderSVG(totpUri(secret, email, company));
  return deskPage(
    { routeId, title: texts.join.title, status, desk: { language } },
    <JoinForm texts={texts} email={email} secret={secret} qrCode={qrCode} problems={problems} />,
  );
}

function usedLinkPage(request: Request): Response {
  const language = requestedDeskLanguage(request);
  const { join: texts } = deskTexts[language];
  return deskPage(
    { routeId, title: texts.title, status: 410, desk: { language } },
    <Notice variant="problem">
      <p>{texts.invalid}</p>
    </Notice>,
  );
}
