import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languageCodes } from '../../app/i18n/languages.ts';
import en from '../../locales/en/forms.json' with { type: 'json' };
import { send } from '../support/evacuation-request.ts';
import { pdf } from '../support/medical-files.ts';
import { readPage } from '../support/page.ts';
import { runEnquiries, type Site, startSite } from '../support/site.ts';
import { inEveryLanguage } from '../support/translations.ts';

const texts = inEveryLanguage(({ forms }) => forms);

describe('a visitor over the form limit', () => {
  let site: Site;
  beforeAll(async () => {
    // This factor allows three forms per hour.
    site = await startSite({ env: { RATE_LIMIT_FACTOR: '0.05' } });
    for (let count = 0; count < 3; count += 1) expect((await send(site)).status).toBe(303);
  });
  afterAll(() => site.close());

  test.each(languageCodes)('gets the completed form back in %s, with the phone number', async (language) => {
    const report = { name: 'report.pdf', bytes: pdf() };
    const page = await readPage(await send(site, { phone: '+966 50 999 8888' }, [report], language));
    expect(page.status).toBe(429);
    expect(Number(page.headers.get('Retry-After'))).toBeGreaterThan(0);
    const alert = page.document.querySelector('[role=alert]');
    expect(alert?.querySelector('h2')?.textContent).toBe(texts[language].form.limited);
    expect(alert?.querySelector('a[href^="tel:"]')?.textContent).toContain('+49 30 23125 010');
    expect(page.value('phone')).toBe('+966 50 999 8888');
    expect(page.text, 'the submitted file is listed').toContain('report.pdf');
  });

  test('has no further enquiries stored', async () => {
    const { output } = await runEnquiries(site, 'list', '--json');
    expect(JSON.parse(output)).toHaveLength(3);
  });

  test('still gets validation errors instead if the form is invalid', async () => {
    const page = await readPage(await send(site, { email: '' }));
    expect(page.status).toBe(400);
    expect(page.errors.map(({ text }) => text)).toEqual([en.form.email_required]);
  });
});
