import { languages, type Wording } from '#app/i18n/languages.ts';
import type { EnquiryKind, HeldBackFile, ParcelPurpose } from './enquiry.ts';

/** The words of a mail to the desk in one language, beside the labels of its rows. */
export interface MailWords {
  /** BCP 47, for Intl. */
  locale: string;
  kind: Record<EnquiryKind, string>;
  /** What the subject says of a parcel that comes later. */
  purpose: Record<Exclude<ParcelPurpose, 'enquiry'>, string>;
  /** The sentence at the top. */
  opening: Record<ParcelPurpose, string>;
  /** Below the opening of what a program may have filled in. */
  mayBeAutomated: string;
  reference: string;
  kindLabel: string;
  received: string;
  germanTime: string;
  language: string;
  languageName: Record<Wording, string>;
  answer: string;
  files: string;
  /** Beside a file that is not attached. */
  notAttached: string;
  /** Before the command that fetches the files on the site's machine. */
  fetchFiles: string;
  /** Beside a file that the virus check stopped; the signature's name, or what kept it from being checked, follows. */
  heldBack: Record<HeldBackFile['verdict'], string>;
  /** Before how many files come in a mail of their own. */
  following: string;
  /** Before the command that fetches also what could not be checked. */
  fetchUnchecked: string;
}

/**
 * The mail's words in the company's own language and in every language in which a form can be filled in. They go to the
 * company only, which is why they do not lie with the texts that visitors see.
 */
export const mailWords: Record<Wording | 'de', MailWords> = {
  de: {
    locale: 'de-DE',
    kind: {
      evacuation: 'Medizinischer Flug',
      'medical-flight': 'Medizinischer Flug, ausführlich',
      contact: 'Nachricht',
      hotel: 'Hotel',
      chauffeur: 'Fahrer',
    },
    purpose: {
      documents: 'Weitere Unterlagen',
      correction: 'Berichtigte Kontaktdaten',
      erasure: 'bitte löschen',
    },
    opening: {
      enquiry: 'Neue Anfrage von der Website.',
      documents: 'Zu dieser Anfrage sind weitere Unterlagen gekommen.',
      correction: 'Die Kontaktdaten dieser Anfrage wurden berichtigt. Es gelten die folgenden.',
      erasure:
        'Wer diese Anfrage gesendet hat, hat sie auf der Website gelöscht. Bitte löschen Sie alle E-Mails dazu samt ' +
        'Anhängen und was daraus gespeichert wurde.',
    },
    mayBeAutomated:
      'Vielleicht von einem Programm gesendet: Ein Feld, das Menschen nicht sehen, war ausgefüllt. Bitte trotzdem ansehen.',
    reference: 'Kennung',
    kindLabel: 'Art der Anfrage',
    received: 'Eingegangen',
    germanTime: 'deutsche Zeit',
    language: 'Sprache',
    languageName: { ar: 'Arabisch', en: 'Englisch', ru: 'Russisch' },
    answer: 'Antworten',
    files: 'Dateien',
    notAttached: 'nicht angehängt, zu groß für diese E-Mail',
    fetchFiles: 'Alle Dateien liegen auf dem Server der Website und werden dort kopiert mit',
    heldBack: {
      infected: 'nicht angehängt, die Virenprüfung hat einen Virus gefunden',
      unchecked: 'nicht angehängt, die Virenprüfung konnte die Datei nicht prüfen',
    },
    following: 'Dateien, die noch auf Viren geprüft werden und in einer eigenen E-Mail folgen',
    fetchUnchecked:
      'Ungeprüfte Dateien bitte nur mit Vorsicht öffnen; auf dem Server der Website werden sie kopiert mit',
  },
  ar: {
    locale: languages.ar.locale,
    kind: {
      evacuation: 'رحلة طبية',
      'medical-flight': 'رحلة طبية، طلب مفصل',
      contact: 'رسالة',
      hotel: 'فندق',
      chauffeur: 'سائق',
    },
    purpose: {
      documents: 'مستندات إضافية',
      correction: 'بيانات اتصال مصححة',
      erasure: 'يرجى الحذف',
    },
    opening: {
      enquiry: 'طلب جديد من الموقع.',
      documents: 'وصلت مستندات إضافية لهذا الطلب.',
      correction: 'صُححت بيانات الاتصال في هذا الطلب، والبيانات التالية هي المعتمدة.',
      erasure: 'حذف صاحب الطلب طلبه من الموقع. يرجى حذف جميع الرسائل المتعلقة به مع مرفقاتها وكل ما حُفظ منها.',
    },
    mayBeAutomated: 'ربما أرسل هذا الطلب برنامج آلي، فقد مُلئ حقل لا يراه الناس. يرجى الاطلاع على الطلب رغم ذلك.',
    reference: 'الرقم المرجعي',
    kindLabel: 'نوع الطلب',
    received: 'وقت الاستلام',
    germanTime: 'بتوقيت ألمانيا',
    language: 'اللغة',
    languageName: { ar: 'العربية', en: 'الإنجليزية', ru: 'الروسية' },
    answer: 'للرد',
    files: 'الملفات',
    notAttached: 'غير مرفق لأنه أكبر من أن تحمله هذه الرسالة',
    fetchFiles: 'جميع الملفات محفوظة على خادم الموقع، وتُنسخ هناك بالأمر',
    heldBack: {
      infected: 'غير مرفق لأن فحص الفيروسات وجد فيه فيروسًا',
      unchecked: 'غير مرفق لأن فحصه من الفيروسات تعذر',
    },
    following: 'عدد الملفات التي ما زالت قيد فحص الفيروسات وستصل في رسالة منفصلة',
    fetchUnchecked: 'يرجى الحذر عند فتح الملفات التي لم تُفحص، وتُنسخ على خادم الموقع بالأمر',
  },
  en: {
    locale: languages.en.locale,
    kind: {
      evacuation: 'Medical flight',
      'medical-flight': 'Medical flight, in detail',
      contact: 'Message',
      hotel: 'Hotel',
      chauffeur: 'Driver',
    },
    purpose: {
      documents: 'Further documents',
      correction: 'Corrected contact details',
      erasure: 'please erase',
    },
    opening: {
      enquiry: 'New request from the website.',
      documents: 'Further documents have come for this request.',
      correction: 'The contact details of this request were corrected. These are the ones that count.',
      erasure:
        'Whoever sent this request has deleted it on the website. Please delete every e-mail about it with its ' +
        'attachments, and what was stored of them.',
    },
    mayBeAutomated:
      'A program may have sent this: a field that people do not see was filled in. Please look at it all the same.',
    reference: 'Reference',
    kindLabel: 'Kind of request',
    received: 'Received',
    germanTime: 'German time',
    language: 'Language',
    languageName: { ar: 'Arabic', en: 'English', ru: 'Russian' },
    answer: 'Answer',
    files: 'Files',
    notAttached: 'not attached, too large for this e-mail',
    fetchFiles: 'All files lie on the site’s server and are copied there with',
    heldBack: {
      infected: 'not attached, the virus check found a virus',
      unchecked: 'not attached, the virus check could not check it',
    },
    following: 'Files that are still being checked for viruses and follow in an e-mail of their own',
    fetchUnchecked: 'Please open unchecked files with care only; on the site’s server they are copied with',
  },
  ru: {
    locale: 'ru-RU',
    kind: {
      evacuation: 'Медицинский рейс',
      'medical-flight': 'Медицинский рейс, подробная заявка',
      contact: 'Сообщение',
      hotel: 'Гостиница',
      chauffeur: 'Водитель',
    },
    purpose: {
      documents: 'Дополнительные документы',
      correction: 'Исправленные контактные данные',
      erasure: 'просим удалить',
    },
    opening: {
      enquiry: 'Новая заявка с сайта.',
      documents: 'К этой заявке поступили дополнительные документы.',
      correction: 'Контактные данные этой заявки исправлены. Действительны следующие.',
      erasure:
        'Отправитель удалил эту заявку на сайте. Пожалуйста, удалите все письма по ней вместе с вложениями и всё, ' +
        'что было из них сохранено.',
    },
    mayBeAutomated:
      'Возможно, заявку отправила программа: заполнено поле, которого люди не видят. Пожалуйста, всё равно просмотрите её.',
    reference: 'Номер заявки',
    kindLabel: 'Вид заявки',
    received: 'Получено',
    germanTime: 'по немецкому времени',
    language: 'Язык',
    languageName: { ar: 'арабский', en: 'английский', ru: 'русский' },
    answer: 'Ответить',
    files: 'Файлы',
    notAttached: 'не приложен: слишком велик для этого письма',
    fetchFiles: 'Все файлы лежат на сервере сайта, там их копирует команда',
    heldBack: {
      infected: 'не приложен: при проверке в нём обнаружен вирус',
      unchecked: 'не приложен: проверить его на вирусы не удалось',
    },
    following: 'Файлы, которые ещё проверяются на вирусы и придут отдельным письмом',
    fetchUnchecked: 'Непроверенные файлы открывайте с осторожностью; на сервере сайта их копирует команда',
  },
};
