import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languageCodes, pathIn, type Language } from '../../app/i18n/languages.ts';
import ar from '../../locales/ar/receipt.json' with { type: 'json' };
import en from '../../locales/en/receipt.json' with { type: 'json' };
import { startEnquirySite, type EnquirySite } from '../support/enquiry-site.ts';
import { everyForm } from '../support/every-form.ts';
import { textBrowsers } from '../support/text-browsers.ts';

const texts = { ar, en };

let desk: EnquirySite;
beforeAll(async () => {
  desk = await startEnquirySite();
});
afterAll(() => desk.close());

let counter = 0;
/** Each request differs: the same content is the same request. */
const person = () => ({ name: `Text Browser ${(counter += 1)}`, phone: '+966501234567', email: 'text@example.com' });
describe.each(Object.entries(textBrowsers))('%s', (_name, browse) => {
  describe.each(languageCodes)('in %s', (language) => {
    test.each(everyForm)('sends the form $name, and shows the receipt', async ({ path, ...form }) => {
      const fields = form.valid();
      const sender = Object.entries(fields).find(([name]) => /^(?:.+_contact_)?name$/.test(name))?.[1] ?? '';
      // Text browsers show the field that people do not see, too, and send it empty.
      const shown = await browse(`${desk.site.url}/${language}${path}`, { website: '', ...fields });
      const [call] = desk.acceptedOf(sender);
      expect(call?.mayBeAutomated).toBe(false);
      expect(shown).toContain(sender);
      expect(shown).toContain(call?.reference);
    });

    test('is told what is wrong with a form, and shown what it had sent', async () => {
      const shown = await browse(desk.site.url + pathIn(language, '/contact'), { ...person(), email: '' });
      expect(shown).toContain('+966501234567');
      expect(
        desk.api.received.filter(({ parts }) => parts.some(({ name, value }) => name === 'email' && !value)),
      ).toEqual([]);
    });

    test('corrects a receipt, and deletes it', async () => {
      const receipt = await receiptOf(language);
      const changed = person();
      await browse(desk.site.url + receipt, { kind: 'details', ...changed });
      // lynx shows nothing where a post leads back to its own address; the next look has it.
      expect(await browse(desk.site.url + receipt)).toContain(changed.name);
      expect(await browse(`${desk.site.url}${receipt}/delete`)).toContain(texts[language].erase.confirm);
      await browse(`${desk.site.url}${receipt}/delete`, { confirm: 'yes' });
      expect((await fetch(desk.site.url + receipt)).status).toBe(410);
    });

    test('chooses what may be stored, and comes back to where it was', async () => {
      const chosen = await browse(desk.site.url + pathIn(language, '/cookie-preferences'), {
        intent: 'consent-deny',
        back: pathIn(language, '/about'),
      });
      const about = await browse(desk.site.url + pathIn(language, '/about'));
      const [firstLine = ''] = about.split('\n').filter((line) => line.trim().length > 60);
      expect(chosen).toContain(firstLine.trim());
    });
  });
});

/** A request sent by a plain post. @returns its receipt's path */
async function receiptOf(language: Language): Promise<string> {
  const body = new URLSearchParams({ ...person(), message: 'x' });
  const address = desk.site.url + pathIn(language, '/contact');
  const sent = await fetch(address, { method: 'POST', body, redirect: 'manual' });
  return new URL(sent.headers.get('Location') ?? '').pathname;
}
