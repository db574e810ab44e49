import { expect, test } from 'vitest';
import { searchFaq } from './search-faq.ts';

const items = [
  {
    id: 'documents',
    q: 'ما التقارير المطلوبة؟',
    a: 'أرسل تقارير الأشعة عبر [نموذج التواصل](/contact)، ولم يمضِ عليها أكثر من 3 أشهر.',
  },
  { id: 'visa', q: 'هل تساعدوننا في الحصول على التأشيرة؟', a: 'القرار للسفارة أو القنصلية.' },
  { id: 'baby', q: 'هل يمكن نقل طفل حديث الولادة؟', a: 'نعم، في [حاضنة نقل](/medical-flight/incubator).' },
  { id: 'costs', q: 'What does treatment at the Charité cost?', a: 'Every case is different; the GDPR protects you.' },
];
const all = items.map(({ id }) => id);
const found = (query: string) => searchFaq(items, query).map(({ id }) => id);

test.each(['', '   ', '؟ ، .'])('a query without words (%j) finds every question', (query) => {
  expect(found(query)).toEqual(all);
});

test.each([
  ['a word of the question', 'التأشيرة', ['visa']],
  ['a word of the answer', 'السفارة', []],
  ['a part of a word of the answer', 'سفارة', ['visa']],
  ['words of question and answer together, in any order', 'القنصلية الحصول', ['visa']],
  ['only what holds every word', 'التأشيرة حاضنة', []],
  ['several questions, in their order', 'هل', ['visa', 'baby']],
  ['the words of a link', 'نموذج التواصل', ['documents']],
  ['nothing for the address of a link', 'incubator', []],
  ['nothing for what nobody asks', 'صيدلية', []],
])('finds %s', (_what, query, ids) => {
  expect(found(query)).toEqual(ids);
});

test.each([
  ['hamza', 'التاشيرة', 'visa'],
  ['ta marbuta', 'التأشيره', 'visa'],
  ['harakat', 'التَّأْشِيرَة', 'visa'],
  ['tatweel', 'التأشـــيرة', 'visa'],
  ['alef maksura', 'الحصول علي', 'visa'],
  ['the digits', '٣ أشهر', 'documents'],
  ['punctuation', '«القنصلية»؟', 'visa'],
  ['case', 'gdpr', 'costs'],
  ['accents', 'charite', 'costs'],
])('ignores differences in %s', (_what, query, id) => {
  expect(found(query)).toEqual([id]);
});
