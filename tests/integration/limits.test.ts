import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import ar from '../../locales/ar/forms.json' with { type: 'json' };
import en from '../../locales/en/forms.json' with { type: 'json' };
import { send } from '../support/evacuation-request.ts';
import { pdf } from '../support/medical-files.ts';
import { readPage } from '../support/page.ts';
import { runEnquiries, startSite, type Site } from '../support/site.ts';

const texts = { ar, en };

describe('a visitor who sends more forms than anybody needs', () => {
  let site: Site;
  beforeAll(async () => {
    // Three an hour.
    site = await startSite({ env: { RATE_LIMIT_FACTOR: '0.05' } });
    for (let sent = 0; sent < 3; sent += 1) expect((await send(site)).status).toBe(303);
  });
  afterAll(() => site.close());

  test.each(['ar', 'en'] as const)(
    'gets the form back in %s with everything in it, and whom to call',
    async (language) => {
      const report = { name: 'report.pdf', bytes: pdf() };
      const page = await readPage(await send(site, { phone: '+966 50 999 8888' }, [report], language));
      expect(page.status).toBe(429);
      expect(Number(page.headers.get('Retry-After'))).toBeGreaterThan(0);
      const alert = page.document.querySelector('[role=alert]');
      expect(alert?.querySelector('h2')?.textContent).toBe(texts[language].form.limited);
      expect(alert?.querySelector('a[href^="tel:"]')?.textContent).toContain('+49 30 23125 010');
      expect(page.value('phone')).toBe('+966 50 999 8888');
      expect(page.text, 'the file that was sent is listed').toContain('report.pdf');
    },
  );

  test('has nothing stored of it, and nothing of what went before is lost', async () => {
    const { output } = await runEnquiries(site, 'list', '--json');
    expect(JSON.parse(output)).toHaveLength(3);
  });

  test('may still correct a form: what is wrong with it is told first', async () => {
    const page = await readPage(await send(site, { email: '' }));
    expect(page.status).toBe(400);
    expect(page.problems.map(({ text }) => text)).toEqual([en.form.email_required]);
  });
});
