import { expect, type Locator, type Page } from 'playwright/test';
import { pathIn, type Language } from '../../app/i18n/languages.ts';
import { expectAccessible, formIsTakenOver, removeConstraints, type World } from './site-test.ts';

/** What the steps of the flight search are called in each language. */
export const words = {
  ar: {
    search: 'ابحث عن رحلات',
    more: 'اعرض مزيدًا من النتائج',
    show: 'اعرض النتائج',
    news: 'اعرض النتائج الجديدة',
    fastest: 'الأسرع',
    filter: 'تصفية النتائج',
    apply: 'تطبيق التصفية',
    directOnly: 'رحلات مباشرة فقط',
    details: 'تفاصيل الرحلة',
    back: 'العودة إلى القائمة',
    book: 'احجز الآن',
    goOn: /^المتابعة إلى/,
    loading: 'نبحث لك عن رحلات',
    complete: 'وصلت ردود جميع الشركاء',
    failed: 'تعذّر تحميل الرحلات.',
    newSearch: 'بحث جديد',
    none: 'لم نجد أي رحلة. جرّب تغيير التاريخ أو الوجهة.',
    page: (number: number) => `الصفحة ${number}`,
  },
  en: {
    search: 'Search flights',
    more: 'Show more results',
    show: 'Show the results',
    news: 'Show the new results',
    fastest: 'Fastest',
    filter: 'Filter',
    apply: 'Apply the filters',
    directOnly: 'Direct only',
    details: 'Details of the flight',
    back: 'Back to the list',
    book: 'Book now',
    goOn: /^Continue to/,
    loading: 'We are looking for flights',
    complete: 'All partners have answered',
    failed: 'The flights could not be loaded.',
    newSearch: 'New search',
    none: 'No flights found. Try changing the dates or destination.',
    page: (number: number) => `Page ${number}`,
  },
} satisfies Record<Language, unknown>;

/** The form, the list and a flight, as a visitor finds them. */
export function flightsPage(page: Page, language: Language) {
  const form = page.locator('#flight-search');
  const field = (name: string): Locator => form.locator(`[name=${name}]:not([type=radio])`);
  return {
    form,
    field,
    problems: page.locator('[role=alert] li'),
    cards: page.locator('#results > ul > li'),
    found: page.locator('#results-heading'),
    alert: page.locator('main [role=alert]'),
    async fill(values: Record<string, string>): Promise<void> {
      for (const [name, value] of Object.entries(values)) {
        const control = field(name);
        if ((await control.evaluate((element) => element.tagName)) === 'SELECT') await control.selectOption(value);
        else await control.fill(value);
      }
    },
    search: () => form.getByRole('button', { name: words[language].search }).click(),
  };
}

/** Opens the page whose form the search begins with, and waits for what its world promises. */
export async function openSearch({ page, language, mode }: World, path = '/services/booking'): Promise<void> {
  await page.goto(pathIn(language, path));
  if (mode === 'no-script') return;
  await formIsTakenOver(page, 'flight-search');
  if (mode === 'server-checks') await removeConstraints(page);
}

/** What is looked at in every state. */
export async function expectSound({ page, mode }: World): Promise<void> {
  await expect(page.locator('h1')).toHaveCount(1);
  await expectAccessible(page, mode);
}
