import { fold } from '#app/i18n/input/fold.ts';
import type { SubmittedFields } from './enquiry.ts';
import { definitionOf } from './kinds/enquiry-kinds.server.ts';

/** A reason why a request is urgent. Staff are woken up for urgent requests. */
export type UrgentReason =
  | 'as_soon_as_possible'
  | 'stated_urgent'
  | 'within_three_days'
  | 'no_date'
  | 'ventilated'
  | 'intensive_care'
  | 'incubator'
  | 'critical';

/** The urgency of a request. */
export interface Urgency {
  urgent: boolean;
  /** All reasons that apply, most important first. */
  reasons: UrgentReason[];
}

/** A request is urgent if its date is this close (ms). */
const urgentPeriod = 3 * 24 * 60 * 60 * 1000;

/**
 * Determines whether a request is urgent: wanted as soon as possible or within three days, urgent in the family's own
 * words, a medical flight for which the family does not say when, or for a patient who is ventilated, in intensive
 * care, in an incubator or, judging by the text, in a life-threatening condition. Considers choices and keywords in the
 * text. The choice "still planning" overrides none of these: a false alarm is better than a waiting patient.
 * @param receivedAt when the request was received (Unix time in ms)
 */
export function urgencyOf({ kind, fields }: SubmittedFields, receivedAt: number): Urgency {
  const {
    date,
    asSoonAsPossible = false,
    isStatedUrgent = false,
    isTimeUnknown = false,
    needs = [],
    texts = [],
  } = definitionOf(kind).urgency(fields);
  const foldedText = fold(texts.filter((text) => text !== undefined).join('\n'));
  const reasonApplies: Record<UrgentReason, boolean> = {
    as_soon_as_possible: asSoonAsPossible,
    stated_urgent: isStatedUrgent,
    within_three_days: date !== undefined && Date.parse(date) <= receivedAt + urgentPeriod,
    no_date: isTimeUnknown,
    ventilated: needs.includes('ventilator') || containsKeyword(foldedText, keywords.ventilated),
    intensive_care: needs.includes('intensive_care') || containsKeyword(foldedText, keywords.intensive_care),
    incubator: needs.includes('incubator') || containsKeyword(foldedText, keywords.incubator),
    critical: containsKeyword(foldedText, keywords.critical),
  };
  const reasons = (Object.keys(reasonApplies) as UrgentReason[]).filter((reason) => reasonApplies[reason]);
  return { urgent: reasons.length > 0, reasons };
}

/**
 * Keywords in every form language and in German. Each matches the beginning of a word. None names an illness that may be
 * long past, such as a stroke.
 */
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
  critical: keywordPrefixes(
    ...[
      'unconscious',
      'not conscious',
      'coma',
      'not breathing',
      'cannot breathe',
      "can't breathe",
      'brain haemorrhage',
      'brain hemorrhage',
    ],
    ...['brain bleed', 'bleeding in the brain', 'internal bleeding', 'life-threatening'],
    ...['bewusstlos', 'koma', 'atmet nicht', 'hirnblutung', 'lebensgefahr'],
    ...['без сознания', 'в коме', 'в кому', 'из комы', 'не дышит', 'кровоизлияни', 'угроза жизни'],
    ...[
      'فاقد الوعي',
      'فاقدة الوعي',
      'فاقد للوعي',
      'فاقدة للوعي',
      'فقد الوعي',
      'فقدت الوعي',
      'ليس في وعيه',
      'ليست في وعيها',
      'غيبوبة',
      'الغيبوبة',
      'لا يتنفس',
      'لا تتنفس',
      'نزيف في الدماغ',
      'نزيف في المخ',
      'نزيف دماغي',
      'نزيف داخلي',
      'حالة حرجة',
      'حالته حرجة',
      'حالتها حرجة',
      'خطر على حياته',
      'خطر على حياتها',
    ],
  ),
  incubator: keywordPrefixes('incubator', 'inkubator', 'brutkasten', 'кувез', 'кювез', 'инкубатор', 'حاضنة', 'الحاضنة'),
};

/** Returns the keywords normalised with {@link fold} and preceded by a space, which marks the beginning of a word. */
function keywordPrefixes(...words: string[]): string[] {
  return words.map((word) => ` ${fold(word)}`);
}

/** The Arabic prefixes for "and", "in", "with" and "to" before a keyword. `containsKeyword` expands "to the" separately. */
const arabicPrefix = /(?<= )[وفبل](?=ال|عنايه|انعاش|حاضنه|تنفس|جهاز|غيبوبه|نزيف|حاله)/g;

function containsKeyword(foldedText: string, prefixes: readonly string[]): boolean {
  const text = ` ${foldedText}`.replace(/ لل/g, ' ال').replace(arabicPrefix, '');
  return prefixes.some((prefix) => text.includes(prefix));
}
