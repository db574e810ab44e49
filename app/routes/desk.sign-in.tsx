import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { requestedDeskLanguage, sessionCookie, sessionToken, textOf } from '#app/desk/access.server.ts';
import { deskPage } from '#app/desk/desk-page.server.tsx';
import { openDeskRoute, seeOther } from '#app/desk/desk-route.server.tsx';
import { linkPath } from '#app/desk/people/links.server.ts';
import { isDeskLanguage } from '#app/desk/people/person.ts';
import { readForm } from '#app/desk/read-form.server.ts';
import { signIn } from '#app/desk/sign-in/sign-in.server.ts';
import { deskTexts, fill } from '#app/desk/texts/desk-texts.ts';
import { SignInForm } from '#app/desk/view/sign-in-form.tsx';
import { emailLength } from '#app/enquiries/contact-details/contact-detail-rules.ts';
import { services } from '#app/services.server.ts';

const routeId = 'routes/desk.sign-in';

export async function loader(args: LoaderFunctionArgs) {
  return openDeskRoute(await services(), routeId, args, () => {
    const language = requestedDeskLanguage(args.request);
    const target = deskPath(new URL(args.request.url).searchParams.get('to'));
    const page = { routeId, title: deskTexts[language].signIn.title, desk: { language } };
    return Promise.resolve(deskPage(page, <SignInForm language={language} target={target} />));
  });
}

export async function action(args: ActionFunctionArgs) {
  const site = await services();
  return openDeskRoute(site, routeId, args, async () => {
    const form = await readForm(args);
    const chosen = textOf(form, 'language');
    const language = isDeskLanguage(chosen) ? chosen : requestedDeskLanguage(args.request);
    const texts = deskTexts[language].signIn;
    const target = deskPath(textOf(form, 'to'));
    const email = textOf(form, 'email');
    const showAgain = (status: number, problem: string, headers?: Record<string, string>) =>
      deskPage(
        { routeId, title: texts.title, status, headers, desk: { language } },
        <SignInForm language={language} email={email} target={target} problem={problem} />,
      );
    if (email.length > emailLength.max || email.trim() === '') return showAgain(400, texts.wrong);
    const retryAfter = await site.limits.signIns.consume(args.context.visitorAddress);
    if (retryAfter !== undefined) {
      const minutes = Math.ceil(retryAfter / 60);
      return showAgain(429, fill(texts.tooMany, { minutes }), { 'Retry-After': String(retryAfter) });
    }
    await site.signInAttempts.wait(email);
    const credentials = {
      email,
      password: textOf(form, 'password'),
      code: textOf(form, 'code'),
      isOwnDevice: form.has('own-device'),
      earlierSession: sessionToken(site, args.request),
    };
    // Password hashing occupies threads that file access and DNS lookups also need, so sign-ins run one at a time, and
    // networks take turns.
    const endTurn = await site.signInTurns.take(site.limits.visitorKeyOf(args.context.visitorAddress));
    const result = await signIn(site.database, credentials, Date.now()).finally(endTurn);
    await site.signInAttempts.count(email, !('problem' in result));
    if ('problem' in result) return showAgain(403, texts[result.problem]);
    if ('renewal' in result) return seeOther(linkPath(result.renewal));
    return seeOther(target, sessionCookie(site, result.session, credentials.isOwnDevice));
  });
}

/**
 * Returns the path if it belongs to the desk, otherwise that of the list of requests, so that a crafted link cannot
 * lead elsewhere after sign-in.
 */
function deskPath(path: string | null): string {
  return path && /^\/desk\/[\w/.-]*(?:\?[\w=&%.-]*)?$/.test(path) && !path.startsWith('/desk/sign-')
    ? path
    : '/desk/requests';
}
