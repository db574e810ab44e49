import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isHijriDate, parseTypedDate } from './typed-date.ts';

/** Names of months that people type, from January to December. */
const monthNames: Record<string, string> = {
  'in most Arab countries': 'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر',
  'without hamza': 'يناير فبراير مارس ابريل مايو يونيو يوليو اغسطس سبتمبر اكتوبر نوفمبر ديسمبر',
  'in the Levant and Iraq':
    'كانون_الثاني شباط آذار نيسان أيار حزيران تموز آب أيلول تشرين_الأول تشرين_الثاني كانون_الأول',
  'there, without hamza and articles':
    'كانون_ثاني شباط اذار نيسان ايار حزيران تموز اب ايلول تشرين_اول تشرين_ثاني كانون_اول',
  'in Algeria and Tunisia': 'جانفي فيفري مارس أفريل ماي جوان جويلية أوت سبتمبر أكتوبر نوفمبر ديسمبر',
  'in Morocco': 'يناير فبراير مارس أبريل ماي يونيو يوليوز غشت شتنبر أكتوبر نونبر دجنبر',
  'in English': 'January February March April May June July August September October November December',
  'in English, short': 'JAN feb Mar apr may jun jul aug sept oct nov dec',
  'in Russian': 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря',
  'in Russian, nominative': 'январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь',
  'in Russian, short': 'янв фев мар апр май июн июл авг сен окт ноя дек',
  'in German': 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
  'in Austria': 'Jänner Februar März April Mai Juni Juli August September Oktober November Dezember',
};

/** The digits of each script in which people type dates. */
const scripts = ['0123456789', '٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '０１２３４５６７８９'];
const separator = fc.constantFrom(
  ...Array.from('-/.,\\_|:;،٫–—−·\u00A0 '),
  ' / ',
  ', ',
  '. ',
  '\u200F/',
  '\u200F-\u200F',
);
const day = fc.date({ min: new Date('2024-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });

describe.each(Object.entries(monthNames))('a date with the name of the month %s', (_, names) => {
  test.each(names.split(' ').map((name, index) => [name.replace('_', ' '), String(index + 1).padStart(2, '0')]))(
    '%s is understood with the year first or last, and between any separators',
    (name, month) => {
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 28 }), separator, (number, between) => {
          const date = `2027-${month}-${String(number).padStart(2, '0')}`;
          for (const parts of [
            [number, name, 2027],
            [2027, name, number],
            [name, number, 2027],
          ]) {
            expect(parseTypedDate(parts.join(between)), parts.join(between)).toBe(date);
          }
        }),
        { numRuns: 10 },
      );
    },
  );
});

test('a date in numbers is understood in digits of any script, between any separators', () => {
  fc.assert(
    fc.property(day, separator, fc.constantFrom(...scripts), fc.boolean(), (date, between, script, isYearFirst) => {
      const iso = date.toISOString().slice(0, 10);
      const parts = iso.split('-').map((part, index) => (index === 0 ? part : String(Number(part))));
      const typed = (isYearFirst ? parts : parts.reverse())
        .join(between)
        .replace(/\d/g, (digit) => script[Number(digit)] ?? '');
      expect(parseTypedDate(typed), typed).toBe(iso);
    }),
  );
});

test.each([
  ['27th of March, 2027', '2027-03-27'],
  ['Saturday, March 27, 2027', '2027-03-27'],
  ['27 марта 2027 г.', '2027-03-27'],
  ['суббота, 27 марта 2027 года', '2027-03-27'],
  ['يوم السبت 27 مارس 2027 م', '2027-03-27'],
  ['٢٧ آذار/مارس ٢٠٢٧', '2027-03-27'],
  ['27مارس2027', '2027-03-27'],
  ['27mar2027', '2027-03-27'],
  ['Samstag, 27. März 2027', '2027-03-27'],
  // The day comes before the month.
  ['3/4/2027', '2027-04-03'],
  ['29.02.2028', '2028-02-29'],
])('%s is %s', (typed, date) => {
  expect(parseTypedDate(typed)).toBe(date);
});

test.each([
  ...['29.02.2027', '2027-02-30', '2027-13-01', '32/01/2027', '03/27/2027', '27/03/27', '27-03', '2027', '12027-03-27'],
  ...['2027-03-27T10:00', 'next Friday 2027', 'الجمعة', '', ' ', '27 تشرين 2027', '27 March April 2027', 'March 2027'],
  ...['27 3 March 2027', '27 foo 2027', '½ 3 2027', '27/03/1448', '27 رمضان 1448', `${' '.repeat(200)}27/03/2027`],
])('%j is no date', (typed) => {
  expect(parseTypedDate(typed)).toBeUndefined();
});

test.each(['27/03/1448', '1448-09-15', '١٥/٠٩/١٤٤٨', '15 رمضان 1448', '15 رمضان ١٤٤٨هـ', '1405/07/01', '1448'])(
  '%s has a Hijri year',
  (typed) => {
    expect(isHijriDate(typed)).toBe(true);
  },
);

test.each(['27/03/2027', '2027-03-27', '15/09/2027 (1448)', '27/03/14480', 'tomorrow', ''])('%j has none', (typed) => {
  expect(isHijriDate(typed)).toBe(false);
});
