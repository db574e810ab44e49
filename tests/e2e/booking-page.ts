import type { Locator, Page } from 'playwright/test';
import type { Language } from '../../app/i18n/languages.ts';
import arBooking from '../../locales/ar/booking.json' with { type: 'json' };
import arCommon from '../../locales/ar/common.json' with { type: 'json' };
import arForms from '../../locales/ar/forms.json' with { type: 'json' };
import enBooking from '../../locales/en/booking.json' with { type: 'json' };
import enCommon from '../../locales/en/common.json' with { type: 'json' };
import enForms from '../../locales/en/forms.json' with { type: 'json' };

const texts = {
  ar: { ...arForms, page: arBooking, home: arCommon.nav.home },
  en: { ...enForms, page: enBooking, home: enCommon.nav.home },
};

/** Each request differs, because the same content is the same enquiry. */
let counter = 0;
const newName = () => `Ahmad ${(counter += 1)} ${Date.now()}`;

/** The booking page as a person uses it: two requests in one form, each with its button. */
export function bookingPage(page: Page, language: Language) {
  const t = texts[language];
  const field = (name: string): Locator => page.locator(`form#booking [name="${name}"]`);

  /** Text, a day or a choice; what stands there already is replaced. */
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
    showAges: page.getByRole('button', { name: t.page.hotel.show_ages }),

    /** Enters what is asked for and returns it. */
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

    /** Enters what is asked for and returns it. */
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
    sendAgain: page.getByRole('button', { name: t.failed.again }),
  };
}
