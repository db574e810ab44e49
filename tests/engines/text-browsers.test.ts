import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queryParams } from '../../app/flights/model/flight-query.ts';
import { type Language, languageCodes, languages, pathIn } from '../../app/i18n/languages.ts';
import ruReceipt from '../../locales/ru/receipt.json' with { type: 'json' };
import { type EnquirySite, fieldsOf, startEnquirySite } from '../support/enquiry-site.ts';
import { everyForm } from '../support/every-form.ts';
import { readPage } from '../support/page.ts';
import { pressInTextBrowser, textBrowsers } from '../support/text-browsers.ts';
import { inEveryLanguage, otherLanguage } from '../support/translations.ts';
import { waitFor } from '../support/wait-for.ts';

const texts = inEveryLanguage(({ receipt }) => receipt);
const common = inEveryLanguage(({ common, frame }) => ({ ...common, ...frame }));
const handOffTexts = inEveryLanguage((texts) => texts['hand-off']);

let enquirySite: EnquirySite;
beforeAll(async () => {
  enquirySite = await startEnquirySite({ env: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => enquirySite.close());

let counter = 0;
/** Creates a different person each time, because the same content counts as the same request. */
const createPerson = () => ({
  name: `Text Browser ${(counter += 1)}`,
  phone: '+966501234567',
  email: 'text@example.com',
});
const browserNames = ['w3m', 'lynx'] as const;

describe.each(browserNames.map((name) => [name, textBrowsers[name]] as const))('%s', (name, browse) => {
  describe.each(languageCodes)('in %s', (language) => {
    test.each(everyForm)('sends the form $name, and shows the receipt', async ({ path, ...form }) => {
      const fields = form.valid();
      const sender = Object.entries(fields).find(([name]) => /^(?:.+_contact_)?name$/.test(name))?.[1] ?? '';
      // Text browsers also show the hidden field, and send it empty.
      const shown = await browse(`${enquirySite.site.url}/${language}${path}`, { website: '', ...fields });
      const [call] = enquirySite.acceptedFor(sender);
      expect(call?.mayBeAutomated).toBe(false);
      expect(shown).toContain(sender);
      expect(shown).toContain(call?.reference);
    });

    test('shows the errors of a form with its input, and sends nothing', async () => {
      const person = createPerson();
      const shown = await browse(enquirySite.site.url + pathIn(language, '/contact'), { ...person, email: '' });
      expect(shown).toContain('+966501234567');
      expect(enquirySite.acceptedFor(person.name)).toEqual([]);
    });

    test('can correct and delete a request on its receipt', async () => {
      const receipt = await createReceipt(language);
      const corrected = createPerson();
      await browse(enquirySite.site.url + receipt, { kind: 'details', ...corrected });
      // lynx shows nothing if a submission redirects to its own address; opening the page again does.
      expect(await browse(enquirySite.site.url + receipt)).toContain(corrected.name);
      expect(await browse(`${enquirySite.site.url}${receipt}/delete`)).toContain(texts[language].erase.confirm);
      await browse(`${enquirySite.site.url}${receipt}/delete`, { confirm: 'yes' });
      expect((await fetch(enquirySite.site.url + receipt)).status).toBe(410);
    });

    test("can use the button that deletes a request, and the one that opens a partner's page", async () => {
      const receipt = await createReceipt(language);
      await pressInTextBrowser(name, `${enquirySite.site.url}${receipt}/delete`, texts[language].erase.confirm);
      expect((await fetch(enquirySite.site.url + receipt)).status).toBe(410);

      const { flights } = enquirySite.api;
      flights.reset();
      const handOff = await findHandOff(language);
      const [button = ''] = handOffTexts[language].go.split(' {{');
      const screen = await pressInTextBrowser(name, enquirySite.site.url + handOff, button);
      const { searchParams } = new URL(handOff, enquirySite.site.url);
      expect(flights.received.link).toEqual([
        { searchId: expect.any(String) as string, urlId: searchParams.get('urlId'), locale: language },
      ]);
      expect(screen).toContain('Stand-in partner');
      // Some partners expect a form with only their own fields.
      flights.setBookingMethod('POST');
      const screenAfterPost = await pressInTextBrowser(name, enquirySite.site.url + handOff, button, button);
      expect(screenAfterPost).toContain('Stand-in partner');
    });

    test('can ask the company to book a flight, and the request reaches the desk', async () => {
      enquirySite.api.flights.reset();
      const handOff = await readPage(await fetch(enquirySite.site.url + (await findHandOff(language))));
      const link = handOff.document.querySelector('main a[href*="/book-flight?"]')?.getAttribute('href') ?? '';
      const form = await readPage(await fetch(enquirySite.site.url + link));
      const carried = (name: string) =>
        form.document.querySelector(`#flight-booking input[name="${name}"]`)?.getAttribute('value') ?? '';
      const names = ['origin', 'destination', 'flights', 'price'];
      const [leg = ''] = carried('flights').split('\n');
      expect(leg).toMatch(/^\S+ \d+ · 2031-\d\d-\d\d · RUH /);
      expect(await browse(enquirySite.site.url + link)).toContain(leg.split(' · ')[2]);
      const { email: _email, ...person } = createPerson();
      const sent = {
        website: '',
        ...Object.fromEntries(names.map((name) => [name, carried(name)])),
        ...person,
        assistance: 'oxygen',
      };
      const receipt = await browse(enquirySite.site.url + link, sent);
      const { message } = fieldsOf(enquirySite.acceptedFor(person.name)[0]);
      for (const text of [receipt, message]) expect(text).toContain(leg);
      expect(message).toContain('Unterwegs benötigt: Sauerstoff');
    });

    test('can switch the language with the menu', async () => {
      const other = otherLanguage(language);
      const screen = await pressInTextBrowser(
        name,
        enquirySite.site.url + pathIn(language, '/services/evacuation'),
        // In lynx, a button is found by the text around its value.
        name === 'lynx' ? `) ${languages[other].name}` : languages[other].name,
      );
      expect(screen).toContain(`${pathIn(other, '/services/evacuation')}?intent=`);
      expect(screen).toContain(common[other].skip_to_content);
    });

    test('shows no controls that need a script', async () => {
      const { loading, hero, journey } = common[language];
      const home = await browse(enquirySite.site.url + pathIn(language, '/'));
      for (const text of [loading, hero.pause, hero.play, `${journey.pause} `]) expect(home).not.toContain(text);
      const receipt = await browse(enquirySite.site.url + (await createReceipt(language)));
      for (const text of [loading, texts[language].print]) expect(receipt).not.toContain(text);
    });

    test('can choose cookie preferences, and returns to the previous page', async () => {
      const screenAfterChoice = await browse(enquirySite.site.url + pathIn(language, '/cookie-preferences'), {
        intent: 'consent-deny',
        back: pathIn(language, '/about'),
      });
      const about = await browse(enquirySite.site.url + pathIn(language, '/about'));
      const [firstLine = ''] = about.split('\n').filter((line) => line.trim().length > 60);
      expect(screenAfterChoice).toContain(firstLine.trim());
    });
  });
});

test.each(browserNames)('%s shows a journey in words', async (name) => {
  const places = 'origin=Riyadh&destination=MUC&date=2031-07-01';
  const text = await textBrowsers[name](`${enquirySite.site.url}/en/services/evacuation?${places}`);
  for (const words of [
    ...['Map: the route runs north-west from Riyadh to Munich.', 'From Riyadh', 'The journey at a glance'],
    ...['about 4,000 km', 'about 7 hours', 'about 6 hours', 'Munich is 1 hour behind'],
  ])
    expect(text).toContain(words);
});

test('w3m shows a Russian form in Russian, sends it, and shows the receipt', async () => {
  const fields = { ...createPerson(), name: 'Иван Петров', message: 'Нужна консультация' };
  const address = enquirySite.site.url + pathIn('ru', '/contact');
  const shown = await textBrowsers.w3m(address, { website: '', ...fields });
  expect(shown).toContain(ruReceipt.heading);
  expect(shown).toContain(fields.name);
  // The buttons that continue the form in another language are not for readers of Russian.
  const screen = (await textBrowsers.w3m(address)).replace(languages.en.continueForm, '').split('\n');
  expect(screen.filter((line) => /\p{Script=Arabic}/u.test(line)).every((line) => line.includes('العربية'))).toBe(true);
  expect(screen.filter((line) => /\b(?:the|and|of|your|please)\b/i.test(line))).toEqual([]);
});

/** Searches for flights. @returns the address of the first offer's hand-off page */
async function findHandOff(language: Language): Promise<string> {
  enquirySite.api.flights.speedUp(1_000_000);
  const search = queryParams({
    origin: 'RUH',
    destination: 'BER',
    departDate: new Date(Date.UTC(2031, 0, (counter += 1))).toISOString().slice(0, 10),
    adults: 1,
    children: 0,
    infants: 0,
    travelClass: 'Y',
  });
  const list = `${enquirySite.site.url}${pathIn(language, '/search/flights')}?${search.toString()}`;
  return waitFor(async () => {
    const { document } = await readPage(await fetch(list, { headers: { Accept: 'text/html' } }));
    return document.querySelector('a[href^="/deeplink?"]')?.getAttribute('href');
  });
}

/** Sends a request with a plain submission. @returns the path of its receipt */
async function createReceipt(language: Language): Promise<string> {
  const body = new URLSearchParams({ ...createPerson(), message: 'x' });
  const address = enquirySite.site.url + pathIn(language, '/contact');
  const response = await fetch(address, { method: 'POST', body, redirect: 'manual' });
  return new URL(response.headers.get('Location') ?? '').pathname;
}
