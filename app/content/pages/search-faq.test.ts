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
const allIds = items.map(({ id }) => id);
const idsFound = (query: string) => searchFaq(items, query).map(({ id }) => id);

test.each(['', '   ', '؟ ، .'])('finds every question for a query without words (%j)', (query) => {
  expect(idsFound(query)).toEqual(allIds);
});

test.each([
  ['a word in the question', 'التأشيرة', ['visa']],
  ['nothing for a word with a different prefix', 'السفارة', []],
  ['a part of a word in the answer', 'سفارة', ['visa']],
  ['words from both question and answer, in any order', 'القنصلية الحصول', ['visa']],
  ['nothing unless every word matches', 'التأشيرة حاضنة', []],
  ['several questions, in their original order', 'هل', ['visa', 'baby']],
  ['the label of a link', 'نموذج التواصل', ['documents']],
  ['nothing for the URL of a link', 'incubator', []],
  ['nothing for a word that no question contains', 'صيدلية', []],
])('finds %s', (_case, query, ids) => {
  expect(idsFound(query)).toEqual(ids);
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
])('ignores differences in %s', (_case, query, id) => {
  expect(idsFound(query)).toEqual([id]);
});
