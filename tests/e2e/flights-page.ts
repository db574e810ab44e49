import { expect, type Locator, type Page } from 'playwright/test';
import { type Language, pathIn } from '../../app/i18n/languages.ts';
import { expectAccessible, removeConstraints, type Variant, waitForHydration } from './site-test.ts';

/** Labels and messages of the flight search. */
export const words = {
  ar: {
    search: 'ابحث عن رحلات',
    more: 'اعرض مزيدًا من النتائج',
    show: 'اعرض النتائج',
    showNew: 'اعرض النتائج الجديدة',
    fastest: 'الأسرع',
    filter: 'تصفية النتائج',
    apply: 'تطبيق التصفية',
    directOnly: 'رحلات مباشرة فقط',
    details: 'تفاصيل الرحلة',
    back: 'العودة إلى القائمة',
    book: 'احجز الآن',
    continueTo: /^المتابعة إلى/,
    loading: 'نبحث لك عن رحلات',
    complete: 'وصلت ردود جميع الشركاء',
    failed: 'تعذّر تحميل الرحلات.',
    expired: 'انتهت صلاحية هذه العروض',
    newSearch: 'بحث جديد',
    noResults: 'لم نجد أي رحلة. جرّب تغيير التاريخ أو الوجهة.',
    page: (number: number) => `الصفحة ${number}`,
  },
  en: {
    search: 'Search flights',
    more: 'Show more results',
    show: 'Show the results',
    showNew: 'Show the new results',
    fastest: 'Fastest',
    filter: 'Filter',
    apply: 'Apply the filters',
    directOnly: 'Direct only',
    details: 'Details of the flight',
    back: 'Back to the list',
    book: 'Book now',
    continueTo: /^Continue to/,
    loading: 'We are looking for flights',
    complete: 'All partners have replied',
    failed: 'The flights could not be loaded.',
    expired: 'These offers have expired',
    newSearch: 'New search',
    noResults: 'No flights found. Try changing the dates or destination.',
    page: (number: number) => `Page ${number}`,
  },
} satisfies Record<Language, unknown>;

/** Page object for the search form and the results. */
export function flightsPage(page: Page, language: Language) {
  const form = page.locator('#flight-search');
  const field = (name: string): Locator => form.locator(`[name=${name}]:not([type=radio])`);
  return {
    form,
    field,
    formErrors: page.locator('[role=alert] li'),
    cards: page.locator('#results > ul > li'),
    resultsHeading: page.locator('#results-heading'),
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

/** Opens the page with the search form and prepares it for the mode. */
export async function openSearch({ page, language, mode }: Variant, path = '/services/booking'): Promise<void> {
  await page.goto(pathIn(language, path));
  if (mode === 'no-script') return;
  await waitForHydration(page, 'flight-search');
  if (mode === 'server-checks') await removeConstraints(page);
}

/** Expects one main heading and no accessibility violations, as in every state of a page. */
export async function expectValidPage({ page, mode }: Variant): Promise<void> {
  await expect(page.locator('h1')).toHaveCount(1);
  await expectAccessible(page, mode);
}
