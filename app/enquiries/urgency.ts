import { fold } from '#app/i18n/input/fold.ts';
import type { SubmittedFields } from './enquiry.ts';
import { definitionOf } from './kinds/enquiry-kinds.server.ts';

/** Why a request is urgent, so that somebody is woken. */
export type UrgentReason = 'as_soon_as_possible' | 'within_three_days' | 'ventilated' | 'intensive_care' | 'incubator';

/** The urgency of a request. */
export interface Urgency {
  urgent: boolean;
  /** All applicable reasons, most important first. */
  reasons: UrgentReason[];
}

const soon = 3 * 24 * 60 * 60 * 1000;

/**
 * Decides whether a request is urgent: as soon as possible, within three days, or a patient who is ventilated, in intensive
 * care or in an incubator. Considers choices and keywords in the text; a false alarm is better than a waiting patient.
 * @param receivedAt Unix time in ms
 */
export function urgencyOf({ kind, fields }: SubmittedFields, receivedAt: number): Urgency {
  const { date, asSoonAsPossible = false, needs = [], texts = [] } = definitionOf(kind).urgency(fields);
  const written = fold(texts.filter((text) => text !== undefined).join('\n'));
  const applies: Record<UrgentReason, boolean> = {
    as_soon_as_possible: asSoonAsPossible,
    within_three_days: date !== undefined && Date.parse(date) <= receivedAt + soon,
    ventilated: needs.includes('ventilator') || containsKeyword(written, keywords.ventilated),
    intensive_care: needs.includes('intensive_care') || containsKeyword(written, keywords.intensive_care),
    incubator: needs.includes('incubator') || containsKeyword(written, keywords.incubator),
  };
  const reasons = (Object.keys(applies) as UrgentReason[]).filter((reason) => applies[reason]);
  return { urgent: reasons.length > 0, reasons };
}

/** Keywords (word prefixes) in every form language and in German. */
const keywords = {
  ventilated: keywordPrefixes(
    ...['ventilat', 'intubat', 'life support', 'beatmet', 'beatmung', 'intubiert', 'ИВЛ', 'вентиляц', 'интубир'],
    ...[
      'تنفس صناعي',
      'التنفس الصناعي',
      'تنفس اصطناعي',
      'التنفس الاصطناعي',
      'جهاز تنفس',
      'جهاز التنفس',
      'منوم على التنفس',
    ],
  ),
  intensive_care: keywordPrefixes(
    ...['ICU', 'PICU', 'NICU', 'CCU', 'intensive care', 'intensive therapy', 'critical care', 'intensivstation'],
    ...['реанимац', 'интенсивной терапии', 'интенсивная терапия', 'интенсивную терапию'],
    ...[
      'العناية المركزة',
      'عناية مركزة',
      'العناية المشددة',
      'عناية مشددة',
      'العناية الفائقة',
      'العناية المكثفة',
      'الإنعاش',
      'إنعاش',
    ],
  ),
  incubator: keywordPrefixes('incubator', 'inkubator', 'brutkasten', 'кувез', 'кювез', 'инкубатор', 'حاضنة', 'الحاضنة'),
};

/** Keywords normalised with {@link fold} and preceded by a space. */
function keywordPrefixes(...words: string[]): string[] {
  return words.map((word) => ` ${fold(word)}`);
}

/** Arabic prefixes ("and", "in", "with", "to") attached to a keyword; the contraction of "to the" is handled below. */
const arabicPrefix = /(?<= )[وفبل](?=ال|عنايه|انعاش|حاضنه|تنفس|جهاز)/g;

function containsKeyword(folded: string, words: readonly string[]): boolean {
  const text = ` ${folded}`.replace(/ لل/g, ' ال').replace(arabicPrefix, '');
  return words.some((word) => text.includes(word));
}
