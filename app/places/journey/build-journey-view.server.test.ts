import { expect, test } from 'vitest';
import { formLanguageCodes } from '#app/i18n/languages.ts';
import { buildJourneyView } from './build-journey-view.server.ts';

const winter = Date.parse('2026-12-01T08:00Z');

/** Returns what a family reads about a journey, one line per fact. */
async function factsOf(origin: string, destination: string, language: (typeof formLanguageCodes)[number]) {
  const view = await buildJourneyView({ origin, destination }, language, winter);
  return view?.facts.map(({ label, text, note }) => [label, text, note].filter(Boolean).join(' | '));
}

test('describes a journey in English', async () => {
  expect(await factsOf('RUH', 'MUC', 'en')).toEqual([
    'Distance | about 4,000 km | in a straight line',
    'By air ambulance | about 7 hours | including a stop to refuel',
    'By airline | about 6 hours | if there is a direct flight',
    'Time difference | Munich is 2 hours behind | At 12:00 in Riyadh it is 10:00 in Munich.',
  ]);
  expect(await buildJourneyView({ origin: 'RUH', destination: 'MUC' }, 'en', winter)).toMatchObject({
    origin: 'From Riyadh',
    destination: 'To Munich',
    description: 'Map: the route runs north-west from Riyadh to Munich.',
  });
});

test('describes a journey in Arabic', async () => {
  expect(await factsOf('RUH', 'MUC', 'ar')).toEqual([
    'المسافة | نحو 4,000 كم | في خط مستقيم',
    'بطائرة إسعاف | نحو 7 ساعات | مع توقف واحد للتزود بالوقود',
    'بطائرة ركاب | نحو 6 ساعات | إن وُجدت رحلة مباشرة',
    'فرق التوقيت | توقيت ميونخ متأخر ساعتين | حين تكون الساعة 12:00 في الرياض تكون 10:00 في ميونخ.',
  ]);
});

test('describes a journey in Russian', async () => {
  expect(await factsOf('Ташкент', 'Мюнхен', 'ru')).toEqual([
    'Расстояние | около 4\u00a0490 км | по прямой',
    'Санитарным самолётом | около 8 часов | включая 1 посадку для дозаправки',
    'Рейсом авиакомпании | около 6,5 часа | если есть прямой рейс',
    'Разница во времени | Мюнхен: на 4 часа меньше | Ташкент – 12:00, Мюнхен – 08:00.',
  ]);
});

test.each([
  ['Tehran', 'Munich', 'Munich is 2 hours and 30 minutes behind | At 12:00 in Tehran it is 09:30 in Munich.'],
  ['Munich', 'Tehran', 'Tehran is 2 hours and 30 minutes ahead | At 12:00 in Munich it is 14:30 in Tehran.'],
  ['Tehran', 'Dubai', 'Dubai is 30 minutes ahead | At 12:00 in Tehran it is 12:30 in Dubai.'],
  ['Dubai', 'Tehran', 'Tehran is 30 minutes behind | At 12:00 in Dubai it is 11:30 in Tehran.'],
  ['Cairo', 'Munich', 'Munich is 1 hour behind | At 12:00 in Cairo it is 11:00 in Munich.'],
  ['Berlin', 'Munich', 'none: the clocks show the same time'],
])('states the time difference between %s and %s: %s', async (origin, destination, expected) => {
  expect((await factsOf(origin, destination, 'en'))?.[3]).toBe(`Time difference | ${expected}`);
});

test('leaves out an unknown time difference, and the stops if there are none', async () => {
  expect(await factsOf('Novosibirsk', 'Munich', 'en')).toHaveLength(3);
  expect((await factsOf('Cairo', 'Munich', 'en'))?.[1]).toBe('By air ambulance | about 4 hours');
});

test.each(formLanguageCodes)('has text for everything, in %s', async (language) => {
  for (const [origin, destination] of [
    ['RUH', 'MUC'],
    ['SYD', 'MUC'],
    ['Tehran', 'Dubai'],
  ] as const) {
    const view = await buildJourneyView({ origin, destination }, language, winter);
    expect(JSON.stringify(view)).not.toMatch(/\{\{|undefined|null/);
    expect(view?.facts.map(({ label }) => label)).not.toContain('');
  }
});

test('there is no view without a journey', async () => {
  expect(await buildJourneyView(undefined, 'en')).toBeUndefined();
  expect(await buildJourneyView({ origin: 'Atlantis', destination: 'MUC' }, 'en')).toBeUndefined();
});
