import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { renderSVG } from 'uqr';
import { textIn } from '#app/company/facts/company-facts.ts';
import { type DeskSite, requestedDeskLanguage, textOf } from '#app/desk/access.server.ts';
import { deskPage } from '#app/desk/desk-page.server.tsx';
import { openDeskRoute } from '#app/desk/desk-route.server.tsx';
import { findLink, type OneTimeLink } from '#app/desk/people/links.server.ts';
import { checkPassword, guessableParts } from '#app/desk/people/password.server.ts';
import { findPerson } from '#app/desk/people/people.server.ts';
import type { Person } from '#app/desk/people/person.ts';
import { readForm } from '#app/desk/read-form.server.ts';
import { join } from '#app/desk/sign-in/join.server.ts';
import { totpUri } from '#app/desk/sign-in/second-factor.server.ts';
import { deskTexts } from '#app/desk/texts/desk-texts.ts';
import { JoinForm, RecoveryCodes } from '#app/desk/view/join-form.tsx';
import { services } from '#app/services.server.ts';
import { Notice } from '#app/ui/messages/notice.tsx';

const routeId = 'routes/desk.join.$token';

export async function loader(args: LoaderFunctionArgs) {
  const site = await services();
  return openDeskRoute(site, routeId, args, async () => {
    const opened = await openLink(site, args.params.token, Date.now());
    return opened ? joinPage(opened, 200) : usedLinkPage(args.request);
  });
}

export async function action(args: ActionFunctionArgs) {
  const site = await services();
  const token = args.params.token ?? '';
  return openDeskRoute(site, routeId, args, async () => {
    const now = Date.now();
    const opened = await openLink(site, token, now);
    if (!opened) return usedLinkPage(args.request);
    const { person, company, link } = opened;
    const form = await readForm(args);
    const texts = deskTexts[person.language];
    const password = textOf(form, 'password');
    const problem = link.keepsPassword ? undefined : checkPassword(password, guessableParts(person, company));
    if (problem) return joinPage(opened, 400, { password: texts.join.problem[problem] });
    const result = await join(site.database, token, { password, code: textOf(form, 'code') }, now);
    if ('recoveryCodes' in result) {
      return deskPage(
        { routeId, title: titleOf(opened), desk: { language: person.language } },
        <RecoveryCodes texts={texts} codes={result.recoveryCodes} />,
      );
    }
    if (result.problem === 'link') return usedLinkPage(args.request);
    return joinPage(opened, 400, { code: texts.join.notConnected });
  });
}

/** A one-time link that can still be used, and whose it is. */
interface OpenedLink {
  link: OneTimeLink;
  person: Person;
  /** The company's name in the person's language. */
  company: string;
}

async function openLink({ database, facts }: DeskSite, token = '', now: number): Promise<OpenedLink | undefined> {
  const link = await findLink(database, token, now);
  const person = link && (await findPerson(database, { id: link.personId }));
  return person && { link, person, company: textIn(facts.current().facts.name, person.language) };
}

function titleOf({ link, person }: OpenedLink): string {
  const { join: texts } = deskTexts[person.language];
  return link.keepsPassword ? texts.renewTitle : texts.title;
}

function joinPage(opened: OpenedLink, status: number, problems?: { password?: string; code?: string }): Response {
  const { link, person, company } = opened;
  const { email, language } = person;
  const qrCode = renderSVG(totpUri(link.secret, email, company));
  return deskPage(
    { routeId, title: titleOf(opened), status, desk: { language } },
    <JoinForm texts={deskTexts[language]} email={email} link={link} qrCode={qrCode} problems={problems} />,
  );
}

function usedLinkPage(request: Request): Response {
  const language = requestedDeskLanguage(request);
  const { join: texts } = deskTexts[language];
  return deskPage(
    { routeId, title: texts.title, status: 410, desk: { language } },
    <Notice variant="problem">
      <p>{texts.invalid}</p>
      <p>
        <a href="/desk/sign-in" className="text-action underline">
          {texts.continue}
        </a>
      </p>
    </Notice>,
  );
}
