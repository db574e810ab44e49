import type { RequestNotice, StaffNotice, TroubleNotice } from '../notice.ts';

/**
 * Returns the text of a notice for a phone's lock screen or an email: a title in English, and lines in English and German.
 * Contains no data about the patient or the sender, apart from the reasons for urgency.
 */
export function noticeText(notice: StaffNotice, labels: NoticeLabels): { title: string; lines: string[] } {
  return 'trouble' in notice ? troubleText(notice) : requestText(notice, labels);
}

/** What staff read for the kind of a request and for the reasons why it is urgent. */
export interface NoticeLabels {
  kinds: Record<string, { label: Record<'en' | 'de', string> }>;
  reasons: Record<'en' | 'de', Record<string, string>>;
}

const requestTexts: Record<RequestNotice['type'], { title: string; en: string; de: string }> = {
  'request.received': { title: 'New', en: 'A new request has arrived.', de: 'Eine neue Anfrage ist eingegangen.' },
  'request.not_taken': {
    title: 'Not taken',
    en: 'Nobody has taken this request yet.',
    de: 'Diese Anfrage hat noch niemand übernommen.',
  },
  'request.escalated': {
    title: 'Still not taken',
    en: 'Nobody has taken this request, and those on duty have been notified twice.',
    de: 'Diese Anfrage hat niemand übernommen; die Zuständigen wurden zweimal benachrichtigt.',
  },
  'request.documents': {
    title: 'Documents',
    en: 'Further documents have arrived for this request.',
    de: 'Zu dieser Anfrage sind weitere Unterlagen gekommen.',
  },
  'request.answer': {
    title: 'Answer',
    en: 'The family has written on the page of this request.',
    de: 'Die Familie hat auf der Seite dieser Anfrage geschrieben.',
  },
  'request.call_again': {
    title: 'Call again',
    en: 'It is time to call the family again.',
    de: 'Es ist Zeit, die Familie wieder anzurufen.',
  },
  'request.expiring': {
    title: 'Will be erased',
    en: 'Nobody has closed this request. It will be erased in two weeks.',
    de: 'Diese Anfrage hat niemand abgeschlossen. Sie wird in zwei Wochen gelöscht.',
  },
};

function requestText(notice: RequestNotice, { kinds, reasons }: NoticeLabels): { title: string; lines: string[] } {
  const texts = requestTexts[notice.type];
  const kind = kinds[notice.kind]?.label ?? { en: notice.kind, de: notice.kind };
  const facts = (language: 'en' | 'de') => [
    kind[language],
    ...journey(notice, language),
    ...notice.reasons.map((reason) => reasons[language][reason] ?? reason),
  ];
  const command = asksToTakeRequest(notice) ? `npm run enquiries -- take ${notice.reference}` : undefined;
  // Whoever is woken can open the link on the phone that rang; without accounts, the desk does not exist.
  const whatToDo = notice.link ?? command;
  return {
    title: [notice.urgent ? 'URGENT' : undefined, texts.title, ...facts('en'), notice.reference]
      .filter((part) => part !== undefined)
      .join(' · '),
    lines: [texts.en, `${texts.de} ${facts('de').join(' · ')}`, ...(whatToDo === undefined ? [] : [whatToDo])],
  };
}

/** Returns whether a notice asks somebody to take the request. */
function asksToTakeRequest({ type }: RequestNotice): boolean {
  return type === 'request.received' || type === 'request.not_taken' || type === 'request.escalated';
}

/** Returns `Saudi Arabia → Germany`, with a question mark for an unknown country; nothing if both are unknown. */
function journey({ from, to }: RequestNotice, language: 'en' | 'de'): string[] {
  if (from === undefined && to === undefined) return [];
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const nameOf = (country: string | undefined) => (country === undefined ? '?' : (names.of(country) ?? country));
  return [`${nameOf(from)} → ${nameOf(to)}`];
}

const troubleTexts: Record<TroubleNotice['trouble'], { en: string; de: string }> = {
  desk_refused: {
    en: 'The desk refused a request: somebody has to look at it',
    de: 'Ein Postfach oder System hat eine Anfrage abgelehnt; jemand muss nachsehen',
  },
  desk_away: {
    en: 'The desk does not accept requests: they are stored and waiting',
    de: 'Das Postfach oder System nimmt keine Anfragen an; sie sind gespeichert und warten',
  },
  disk_low: { en: 'The disk is nearly full', de: 'Der Speicherplatz ist fast aufgebraucht' },
  files_missing: {
    en: 'Files of requests are missing from the site’s disk',
    de: 'Dateien zu Anfragen fehlen auf dem Server der Website',
  },
  files_refused: {
    en: 'The site cannot store files: families cannot send reports',
    de: 'Die Website kann keine Dateien speichern; Familien können keine Befunde senden',
  },
  clock_leapt: {
    en: 'The clock has jumped ahead: old requests are not erased until somebody confirms that it is right',
    de: 'Die Uhr ist vorgesprungen; alte Anfragen werden erst gelöscht, wenn jemand bestätigt, dass die Uhr stimmt',
  },
  scanner_away: {
    en: 'The virus scanner does not respond: files are waiting',
    de: 'Der Virenscanner antwortet nicht; Dateien warten auf die Prüfung',
  },
  family_mail_held: {
    en: 'Unusually many emails to families: further ones are waiting, and the desk shows which',
    de: 'Ungewöhnlich viele E-Mails an Familien; weitere warten, und der Desk zeigt, welche',
  },
  database_fault: {
    en: 'Requests or files cannot be stored: visitors are asked to call',
    de: 'Anfragen oder Dateien lassen sich nicht speichern; Besucher werden gebeten anzurufen',
  },
};

function troubleText({ type, trouble, reference, reason }: TroubleNotice): { title: string; lines: string[] } {
  const texts = troubleTexts[trouble];
  const isOver = type === 'trouble.over';
  const title = [isOver ? 'RESOLVED' : 'TROUBLE', texts.en, reference].filter((part) => part !== undefined).join(' · ');
  return {
    title,
    lines: [`${isOver ? 'Vorbei' : 'Störung'}: ${texts.de}.`, ...(reason === undefined ? [] : [reason])],
  };
}
