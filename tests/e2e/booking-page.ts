import type { Locator, Page } from 'playwright/test';
import type { Language } from '../../app/i18n/languages.ts';
import { inEveryLanguage } from '../support/translations.ts';

const texts = inEveryLanguage(({ forms, booking, common }) => ({ ...forms, page: booking, home: common.nav.home }));

/** Each request gets a different name, because equal requests become one enquiry. */
let counter = 0;
const newName = () => `Ahmad ${(counter += 1)} ${Date.now()}`;

/** Page object for the booking page: two requests in one form, each with its own button. */
export function bookingPage(page: Page, language: Language) {
  const t = texts[language];
  const field = (name: string): Locator => page.locator(`form#booking [name="${name}"]`);

  /** Enters values into text fields, date fields and selects. */
  async function enter(values: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(values)) {
      const control = field(name);
      if (await control.evaluate((element) => element instanceof HTMLSelectElement)) await control.selectOption(value);
      else await control.fill(value);
    }
  }

  return {
    t,
    field,
    enter,
    summary: page.getByRole('alert'),
    problems: page.getByRole('alert').getByRole('link'),
    dialog: page.getByRole('dialog'),
    ages: page.getByRole('group', { name: t.page.hotel.ages }).getByRole('combobox'),
    showAgesButton: page.getByRole('button', { name: t.page.hotel.show_ages }),

    /** Fills in the required fields. @returns their values */
    async fillHotel(overrides: Record<string, string> = {}): Promise<Record<string, string>> {
      const values = {
        hotel_location: 'قرب المستشفى Charité',
        hotel_check_in: '2031-03-27',
        hotel_check_out: '2031-04-02',
        hotel_adults: '2',
        hotel_contact_name: newName(),
        hotel_contact_phone: '٠٠٩٦٦ ٥٠-١٢٣ ٤٥٦٧',
        hotel_contact_email: 'a@b.example',
        ...overrides,
      };
      await enter(values);
      return values;
    },

    /** Fills in the required fields. @returns their values */
    async fillChauffeur(overrides: Record<string, string> = {}): Promise<Record<string, string>> {
      const values = {
        chauffeur_drop_off: 'Klinikum rechts der Isar',
        chauffeur_contact_name: newName(),
        chauffeur_contact_phone: '+966 50 123 4567',
        chauffeur_contact_email: 'c@d.example',
        ...overrides,
      };
      await enter(values);
      return values;
    },

    sendHotelButton: page.getByRole('button', { name: t.page.hotel.send, exact: true }),
    sendChauffeurButton: page.getByRole('button', { name: t.page.chauffeur.send, exact: true }),
    retryButton: page.getByRole('button', { name: t.failed.again }),
  };
}
