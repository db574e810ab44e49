import { describe, expect, test } from 'vitest';
import type { Company } from '#app/company/company.ts';
import { breadcrumbList, faqPage, jsonLd, organization, webSite } from './structured-data.ts';

const origin = 'https://www.example.com';
const company: Company = {
  version: 0,
  times: {},
  name: 'Rihla',
  phone: '+49 30 23125 010',
  whatsapp: '+49 30 23125 011',
  email: 'care@example.com',
  address: 'Musterstraße 1, Berlin',
  social: [],
};

const allDay = { from: '00:00', to: '24:00' };
const specification = (days: string[], opens: string, closes: string) => ({
  '@type': 'OpeningHoursSpecification',
  dayOfWeek: days.map((day) => `https://schema.org/${day}`),
  opens,
  closes,
});

describe('the JSON-LD script', () => {
  test.each(['</script><script>alert(1)</script>', '<!--', '</SCRIPT >', '<b>'])('cannot be ended by %s', (name) => {
    const text = jsonLd([{ name }]);
    expect(text).not.toContain('<');
    expect(JSON.parse(text)).toEqual({ '@context': 'https://schema.org', '@graph': [{ name }] });
  });
});

describe('the structured data of the company', () => {
  test('has its URLs on this site and its contact details', () => {
    expect(organization(company, origin, 'en')).toMatchObject({
      '@id': 'https://www.example.com/#company',
      name: 'Rihla',
      url: 'https://www.example.com/en',
      logo: 'https://www.example.com/icon-512.png',
      image: 'https://www.example.com/share-en.png',
      telephone: '+49 30 23125 010',
      contactPoint: { url: 'https://wa.me/493023125011', availableLanguage: ['ar', 'en'] },
    });
  });

  test('lists social media pages only if there are any', () => {
    expect(organization(company, origin, 'ar')).not.toHaveProperty('sameAs');
    const social = [{ network: 'x' as const, href: 'https://x.com/rihla' }];
    expect(organization({ ...company, social }, origin, 'ar')).toHaveProperty('sameAs', ['https://x.com/rihla']);
  });

  test('contains the opening hours only if there are any, with days that share a period grouped together', () => {
    expect(organization(company, origin, 'en')).not.toHaveProperty('openingHoursSpecification');
    const morning = { from: '09:00', to: '12:00' };
    const hours = { monday: [morning, { from: '13:00', to: '17:30' }], friday: [morning], sunday: [allDay] };
    expect(organization({ ...company, hours }, origin, 'en').openingHoursSpecification).toEqual([
      specification(['Monday', 'Friday'], '09:00', '12:00'),
      specification(['Monday'], '13:00', '17:30'),
      specification(['Sunday'], '00:00', '23:59'),
    ]);
  });

  test('is the publisher of one site in each language', () => {
    const sites = (['ar', 'en'] as const).map((language) => webSite(company, origin, language));
    expect(sites.map((site) => [site.url, site.inLanguage])).toEqual([
      ['https://www.example.com/ar', 'ar'],
      ['https://www.example.com/en', 'en'],
    ]);
    expect(new Set(sites.map((site) => site['@id'])).size).toBe(2);
    for (const site of sites) {
      expect(site.publisher).toEqual({ '@id': organization(company, origin, 'en')['@id'] });
    }
  });
});

test('numbers breadcrumbs from one and uses absolute URLs', () => {
  const trail = [
    { name: 'Home', href: '/en' },
    { name: 'Oncology', href: '/treatment/en/oncology' },
  ];
  expect(breadcrumbList(trail, origin).itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://www.example.com/en' },
    { '@type': 'ListItem', position: 2, name: 'Oncology', item: 'https://www.example.com/treatment/en/oncology' },
  ]);
});

test('describes questions and answers as plain text, without link URLs', () => {
  const items = [{ id: 'visa', q: 'A visa?', a: 'Ask [the embassy](https://example.com) or [us](/contact).' }];
  expect(faqPage(items, 'en')).toEqual({
    '@type': 'FAQPage',
    inLanguage: 'en',
    mainEntity: [
      { '@type': 'Question', name: 'A visa?', acceptedAnswer: { '@type': 'Answer', text: 'Ask the embassy or us.' } },
    ],
  });
});
