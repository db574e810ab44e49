import type { Notice, RequestNotice, TroubleNotice } from '../notice.ts';

/**
 * The text of a notice for a phone's lock screen or a mail: a title in English, and lines in English and German. Contains
 * no data about the patient or the sender.
 */
export function noticeText(notice: Notice, kinds: KindLabels): { title: string; lines: string[] } {
  return 'trouble' in notice ? troubleText(notice) : requestText(notice, kinds);
}

/** What staff call each kind of enquiry, by kind. */
export type KindLabels = Record<string, { label: { en: string; de: string } }>;

const requestTexts: Record<RequestNotice['type'], { title: string; en: string; de: string }> = {
  'request.received': { title: 'New', en: 'A new request has come in.', de: 'Eine neue Anfrage ist eingegangen.' },
  'request.not_taken': {
    title: 'Not taken',
    en: 'Nobody has taken this request yet.',
    de: 'Diese Anfrage hat noch niemand übernommen.',
  },
  'request.escalated': {
    title: 'Still not taken',
    en: 'Nobody has taken this request, and those on duty have been told twice.',
    de: 'Diese Anfrage hat niemand übernommen; die Zuständigen wurden zweimal benachrichtigt.',
  },
  'request.documents': {
    title: 'Documents',
    en: 'Further documents have come for this request.',
    de: 'Zu dieser Anfrage sind weitere Unterlagen gekommen.',
  },
};

const asSoonAsPossible = { en: 'as soon as possible', de: 'so bald wie möglich' };

function requestText(notice: RequestNotice, kinds: KindLabels): { title: string; lines: string[] } {
  const words = requestTexts[notice.type];
  const kind = kinds[notice.kind]?.label ?? { en: notice.kind, de: notice.kind };
  const facts = (language: 'en' | 'de') => [
    kind[language],
    ...journey(notice, language),
    ...(notice.reasons.includes('as_soon_as_possible') ? [asSoonAsPossible[language]] : []),
  ];
  const take = notice.type === 'request.documents' ? [] : [`npm run enquiries -- take ${notice.reference}`];
  return {
    title: [notice.urgent ? 'URGENT' : undefined, words.title, ...facts('en'), notice.reference]
      .filter((part) => part !== undefined)
      .join(' · '),
    lines: [words.en, `${words.de} ${facts('de').join(' · ')}`, ...take],
  };
}

/** `Saudi Arabia → Germany`, with a question mark for an unknown country; empty if both are unknown. */
function journey({ from, to }: RequestNotice, language: 'en' | 'de'): string[] {
  if (from === undefined && to === undefined) return [];
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const name = (country: string | undefined) => (country === undefined ? '?' : (names.of(country) ?? country));
  return [`${name(from)} → ${name(to)}`];
}

const troubleTexts: Record<TroubleNotice['trouble'], { en: string; de: string }> = {
  desk_refused: {
    en: 'A request was refused by its desk: somebody has to look',
    de: 'Ein Postfach oder System hat eine Anfrage abgelehnt; jemand muss nachsehen',
  },
  desk_away: {
    en: 'The desk takes no requests: they are stored and wait',
    de: 'Das Postfach oder System nimmt keine Anfragen an; sie sind gespeichert und warten',
  },
  disk_low: { en: 'The disk is nearly full', de: 'Der Speicherplatz ist fast aufgebraucht' },
  files_missing: {
    en: 'Files of requests are missing from the site’s disk',
    de: 'Dateien zu Anfragen fehlen auf dem Server der Website',
  },
  clock_leapt: {
    en: 'The clock has leapt ahead: old requests are not erased until somebody confirms that it is right',
    de: 'Die Uhr ist vorgesprungen; alte Anfragen werden erst gelöscht, wenn jemand bestätigt, dass die Uhr stimmt',
  },
  scanner_away: {
    en: 'The virus scanner does not answer: files wait',
    de: 'Der Virenscanner antwortet nicht; Dateien warten auf die Prüfung',
  },
  database_fault: {
    en: 'Requests or files cannot be stored: visitors are asked to call',
    de: 'Anfragen oder Dateien lassen sich nicht speichern; Besucher werden gebeten anzurufen',
  },
};

function troubleText({ type, trouble, reference, reason }: TroubleNotice): { title: string; lines: string[] } {
  const words = troubleTexts[trouble];
  const isOver = type === 'trouble.over';
  const title = [isOver ? 'Over' : 'TROUBLE', words.en, reference].filter((part) => part !== undefined).join(' · ');
  return {
    title,
    lines: [`${isOver ? 'Vorbei' : 'Störung'}: ${words.de}.`, ...(reason === undefined ? [] : [reason])],
  };
}
