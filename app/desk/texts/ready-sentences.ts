import type { StaffLanguage } from '#app/i18n/languages.ts';

/** What coordinators often ask families for. */
export const readySentenceNames = ['reports', 'images', 'passports', 'doctor', 'oxygen', 'phone'] as const;
export type ReadySentence = (typeof readySentenceNames)[number];

/** The sentences in every language that families or the desk use. */
export const readySentences: Record<StaffLanguage, Record<ReadySentence, string>> = {
  ar: {
    reports: 'يرجى إرسال التقارير الطبية للأشهر الثلاثة الأخيرة.',
    images: 'يرجى إرسال أحدث صور الأشعة (المقطعية أو الرنين المغناطيسي أو السينية) مع تقاريرها.',
    passports: 'يرجى إرسال صورة من جواز سفر المريض وجوازات سفر المرافقين.',
    doctor: 'في أي مستشفى وأي قسم يوجد المريض الآن؟ يرجى ذكر اسم الطبيب المعالج ورقم هاتفه.',
    oxygen: 'هل المريض على جهاز التنفس الاصطناعي، أو يحتاج إلى الأكسجين؟ وكم لترًا في الدقيقة؟',
    phone: 'يرجى ذكر رقم هاتف نصل إليك عليه، وأنسب وقت للاتصال.',
  },
  en: {
    reports: 'Please send us the medical reports of the last three months.',
    images: 'Please send us the latest images (CT, MRI or X-ray) with their reports.',
    passports: 'Please send us copies of the passports of the patient and of those travelling along.',
    doctor: 'In which hospital and ward is the patient now? Please tell us the name and phone number of the doctor.',
    oxygen: 'Is the patient ventilated, or in need of oxygen? If so, how many litres per minute?',
    phone: 'Please give us a phone number on which we reach you, and the best time to call.',
  },
  ru: {
    reports: 'Пожалуйста, пришлите нам медицинские документы за последние три месяца.',
    images: 'Пожалуйста, пришлите последние снимки (КТ, МРТ или рентген) с описаниями.',
    passports: 'Пожалуйста, пришлите копии паспортов пациента и сопровождающих.',
    doctor: 'В какой больнице и в каком отделении сейчас пациент? Пожалуйста, укажите имя и телефон лечащего врача.',
    oxygen: 'Находится ли пациент на ИВЛ, нужен ли ему кислород? Если да, сколько литров в минуту?',
    phone: 'Пожалуйста, укажите номер телефона, по которому с вами можно связаться, и удобное время для звонка.',
  },
  de: {
    reports: 'Bitte schicken Sie uns die Arztberichte der letzten drei Monate.',
    images: 'Bitte schicken Sie uns die neuesten Bilder (CT, MRT oder Röntgen) mit Befund.',
    passports: 'Bitte schicken Sie uns Kopien der Reisepässe des Patienten und aller Begleitpersonen.',
    doctor:
      'In welchem Krankenhaus und auf welcher Station ist der Patient jetzt? Bitte nennen Sie uns Namen und Telefonnummer des Arztes.',
    oxygen: 'Wird der Patient beatmet oder braucht er Sauerstoff? Wenn ja, wie viele Liter pro Minute?',
    phone: 'Bitte nennen Sie uns eine Telefonnummer, unter der wir Sie erreichen, und die beste Zeit für einen Anruf.',
  },
};
