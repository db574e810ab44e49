import type { MessagePurpose, WithheldFile } from '#app/enquiries/enquiry.ts';
import type { UrgentReason } from '#app/enquiries/urgency.ts';
import type { FormLanguage, StaffLanguage } from '#app/i18n/languages.ts';
import type { AttachmentState } from './attachment-state.ts';

/** The texts of an email to the desk in one language, except the labels of rows and kinds. */
export interface MailTexts {
  /** The sentence at the top. */
  opening: Record<MessagePurpose, string>;
  /** Note for an enquiry whose honeypot was filled in. */
  mayBeAutomated: string;
  /** Precedes the reference of an earlier enquiry with the same content. */
  duplicateOf: string;
  reference: string;
  kindLabel: string;
  received: string;
  germanTime: string;
  language: string;
  languageName: Record<FormLanguage, string>;
  /** Precedes what the family wrote in an answer. */
  answer: string;
  /** Precedes the reasons for urgency. */
  urgent: string;
  reason: Record<UrgentReason, string>;
  /** Labels of the contact links. */
  call: string;
  chat: string;
  write: string;
  /** Shown in place of the links for a phone number that cannot be dialled from another country. */
  noCountryCode: string;
  /** Note for an email address to which nothing can be sent. */
  notMailable: string;
  files: string;
  /** Note beside a file that is not attached, by reason. */
  notAttached: Record<Exclude<AttachmentState, 'attached'>, string>;
  /** Precedes the command that copies the files on the site's server. */
  fetchFiles: string;
  /** Note beside a withheld file, before the finding. */
  withheld: Record<WithheldFile['verdict'], string>;
  /** Precedes the number of files that follow in a separate email. */
  following: string;
  /** Precedes the command that also copies unchecked files. */
  fetchUnchecked: string;
}

/**
 * The texts of emails to the desk, in German and in every form language. They are not in locales/, because visitors do
 * not see them.
 */
export const mailTexts: Record<StaffLanguage, MailTexts> = {
  de: {
    opening: {
      enquiry: 'Neue Anfrage von der Website.',
      documents: 'Zu dieser Anfrage sind weitere Unterlagen gekommen.',
      answer: 'Die Familie hat zu dieser Anfrage geschrieben.',
      correction: 'Die Kontaktdaten dieser Anfrage wurden berichtigt. Es gelten die folgenden.',
      erasure:
        'Wer diese Anfrage gesendet hat, hat sie auf der Website gelöscht. Bitte löschen Sie alle E-Mails dazu samt ' +
        'Anhängen und was daraus gespeichert wurde.',
    },
    mayBeAutomated:
      'Vielleicht von einem Programm gesendet: Ein Feld, das Menschen nicht sehen, war ausgefüllt. Bitte trotzdem ansehen.',
    duplicateOf: 'Gleicher Inhalt wie in der früheren Anfrage',
    reference: 'Kennung',
    kindLabel: 'Art der Anfrage',
    received: 'Eingegangen',
    germanTime: 'deutsche Zeit',
    language: 'Sprache',
    languageName: { ar: 'Arabisch', en: 'Englisch', ru: 'Russisch' },
    answer: 'Antwort',
    urgent: 'Dringend',
    reason: {
      as_soon_as_possible: 'so bald wie möglich',
      stated_urgent: 'laut Familie dringend',
      within_three_days: 'innerhalb von drei Tagen',
      no_date: 'kein Termin genannt',
      ventilated: 'Beatmung',
      intensive_care: 'Intensivmedizin',
      incubator: 'Inkubator',
      critical: 'möglicherweise lebensbedrohlich',
    },
    call: 'Anrufen',
    chat: 'WhatsApp',
    write: 'E-Mail schreiben',
    noCountryCode: 'Die Telefonnummer hat keine Landesvorwahl.',
    notMailable:
      'An die E-Mail-Adresse der Familie lässt sich nichts senden. Sie bekommt deshalb keine Nachrichten per E-Mail.',
    files: 'Dateien',
    notAttached: {
      'too-large': 'nicht angehängt, zu groß für diese E-Mail',
      disc: 'nicht angehängt, Dateien von einer CD oder DVD werden nicht per E-Mail verschickt',
      rejected: 'nicht angehängt, der Mailserver hat die E-Mail mit Dateien nicht angenommen',
    },
    fetchFiles: 'Alle Dateien liegen auf dem Server der Website und werden dort kopiert mit',
    withheld: {
      infected: 'nicht angehängt, die Virenprüfung hat einen Virus gefunden',
      unchecked: 'nicht angehängt, die Virenprüfung konnte die Datei nicht prüfen',
      missing: 'nicht angehängt, auf dem Server der Website verloren gegangen; bitte noch einmal schicken lassen',
    },
    following: 'Dateien, die noch auf Viren geprüft werden und in einer eigenen E-Mail folgen',
    fetchUnchecked:
      'Ungeprüfte Dateien bitte nur mit Vorsicht öffnen; auf dem Server der Website werden sie kopiert mit',
  },
  ar: {
    opening: {
      enquiry: 'طلب جديد من الموقع.',
      documents: 'وصلت مستندات إضافية لهذا الطلب.',
      answer: 'كتبت العائلة ردًا بخصوص هذا الطلب.',
      correction: 'صُححت بيانات الاتصال في هذا الطلب، والبيانات التالية هي المعتمدة.',
      erasure: 'حذف صاحب الطلب طلبه من الموقع. يرجى حذف جميع الرسائل المتعلقة به مع مرفقاتها وكل ما حُفظ منها.',
    },
    mayBeAutomated: 'ربما أرسل هذا الطلب برنامج آلي، فقد مُلئ حقل لا يراه الناس. يرجى الاطلاع على الطلب رغم ذلك.',
    duplicateOf: 'مطابق في النص والملفات للطلب السابق',
    reference: 'الرقم المرجعي',
    kindLabel: 'نوع الطلب',
    received: 'وقت الاستلام',
    germanTime: 'بتوقيت ألمانيا',
    language: 'اللغة',
    languageName: { ar: 'العربية', en: 'الإنجليزية', ru: 'الروسية' },
    answer: 'الرد',
    urgent: 'عاجل',
    reason: {
      as_soon_as_possible: 'في أقرب وقت ممكن',
      stated_urgent: 'عاجل بحسب الأسرة',
      within_three_days: 'خلال ثلاثة أيام',
      no_date: 'لم يُذكر موعد',
      ventilated: 'تنفس اصطناعي',
      intensive_care: 'عناية مركزة',
      incubator: 'حاضنة لحديثي الولادة',
      critical: 'قد تكون الحالة حرجة',
    },
    call: 'اتصال هاتفي',
    chat: 'واتساب',
    write: 'بريد إلكتروني',
    noCountryCode: 'لا يبدأ رقم الهاتف برمز الدولة.',
    notMailable: 'لا يمكن إرسال رسائل إلى البريد الإلكتروني للعائلة، لذلك لا يصلها جديد عن طريقه.',
    files: 'الملفات',
    notAttached: {
      'too-large': 'غير مرفق لأنه أكبر من أن تحمله هذه الرسالة',
      disc: 'غير مرفق لأن ملفات الأقراص لا تُرسل بالبريد الإلكتروني',
      rejected: 'غير مرفق لأن خادم البريد لم يقبل الرسالة مع الملفات',
    },
    fetchFiles: 'جميع الملفات محفوظة على خادم الموقع، وتُنسخ هناك بالأمر',
    withheld: {
      infected: 'غير مرفق لأن فحص الفيروسات وجد فيه فيروسًا',
      unchecked: 'غير مرفق لأن فحصه من الفيروسات تعذر',
      missing: 'غير مرفق لأنه فُقد على خادم الموقع؛ يرجى طلب إرساله مرة أخرى',
    },
    following: 'عدد الملفات التي ما زالت قيد فحص الفيروسات وستصل في رسالة منفصلة',
    fetchUnchecked: 'يرجى الحذر عند فتح الملفات التي لم تُفحص، وتُنسخ على خادم الموقع بالأمر',
  },
  en: {
    opening: {
      enquiry: 'New request from the website.',
      documents: 'Further documents have been added to this request.',
      answer: 'The family has written about this request.',
      correction: 'The contact details of this request were corrected. The details below are the valid ones.',
      erasure:
        'The sender has deleted this request on the website. Please delete all emails about it with their attachments, ' +
        'and any stored copies.',
    },
    mayBeAutomated: 'This may have been sent by a bot: a hidden field was filled in. Please read it anyway.',
    duplicateOf: 'Same content as the earlier request',
    reference: 'Reference',
    kindLabel: 'Kind of request',
    received: 'Received',
    germanTime: 'German time',
    language: 'Language',
    languageName: { ar: 'Arabic', en: 'English', ru: 'Russian' },
    answer: 'Answer',
    urgent: 'Urgent',
    reason: {
      as_soon_as_possible: 'as soon as possible',
      stated_urgent: 'urgent, the family says',
      within_three_days: 'within three days',
      no_date: 'no date given',
      ventilated: 'ventilated',
      intensive_care: 'intensive care',
      incubator: 'incubator',
      critical: 'possibly life-threatening',
    },
    call: 'Call',
    chat: 'WhatsApp',
    write: 'Email',
    noCountryCode: 'The phone number has no country code.',
    notMailable: 'No email can be sent to the family’s email address, so they get no news by email.',
    files: 'Files',
    notAttached: {
      'too-large': 'not attached, too large for this email',
      disc: 'not attached, files from a CD or DVD are not sent by email',
      rejected: 'not attached, the mail server did not accept the email with files',
    },
    fetchFiles: 'All files are on the site’s server; to copy them there, run',
    withheld: {
      infected: 'not attached, the virus check found a virus',
      unchecked: 'not attached, the virus check could not check it',
      missing: 'not attached, lost on the site’s server; please ask for it again',
    },
    following: 'Files that are still being checked for viruses and will follow in a separate email',
    fetchUnchecked: 'Please be careful when opening unchecked files; to copy them on the site’s server, run',
  },
  ru: {
    opening: {
      enquiry: 'Новая заявка с сайта.',
      documents: 'К этой заявке поступили дополнительные документы.',
      answer: 'Семья написала по этой заявке.',
      correction: 'Контактные данные этой заявки исправлены. Действительны следующие.',
      erasure:
        'Отправитель удалил эту заявку на сайте. Пожалуйста, удалите все письма по ней вместе с вложениями и всё, ' +
        'что было из них сохранено.',
    },
    mayBeAutomated:
      'Возможно, заявку отправила программа: заполнено поле, которого люди не видят. Пожалуйста, всё равно просмотрите её.',
    duplicateOf: 'Тот же текст и те же файлы, что в более ранней заявке',
    reference: 'Номер заявки',
    kindLabel: 'Вид заявки',
    received: 'Получено',
    germanTime: 'по немецкому времени',
    language: 'Язык',
    languageName: { ar: 'арабский', en: 'английский', ru: 'русский' },
    answer: 'Ответ',
    urgent: 'Срочно',
    reason: {
      as_soon_as_possible: 'как можно скорее',
      stated_urgent: 'срочно, по словам семьи',
      within_three_days: 'в течение трёх дней',
      no_date: 'дата не указана',
      ventilated: 'ИВЛ',
      intensive_care: 'интенсивная терапия',
      incubator: 'инкубатор',
      critical: 'возможна угроза жизни',
    },
    call: 'Позвонить',
    chat: 'WhatsApp',
    write: 'Написать письмо',
    noCountryCode: 'В номере телефона нет кода страны.',
    notMailable: 'На адрес электронной почты семьи нельзя отправить письмо, поэтому новостей по почте она не получает.',
    files: 'Файлы',
    notAttached: {
      'too-large': 'не приложен: слишком велик для этого письма',
      disc: 'не приложен: файлы с диска по электронной почте не отправляются',
      rejected: 'не приложен: почтовый сервер не принял письмо с файлами',
    },
    fetchFiles: 'Все файлы лежат на сервере сайта; чтобы скопировать их там, выполните',
    withheld: {
      infected: 'не приложен: при проверке в нём обнаружен вирус',
      unchecked: 'не приложен: проверить его на вирусы не удалось',
      missing: 'не приложен: утерян на сервере сайта; пожалуйста, попросите прислать его ещё раз',
    },
    following: 'Файлы, которые ещё проверяются на вирусы и придут отдельным письмом',
    fetchUnchecked: 'Непроверенные файлы открывайте с осторожностью; чтобы скопировать их на сервере сайта, выполните',
  },
};
