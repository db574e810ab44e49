import type { FormLanguage } from '#app/i18n/languages.ts';

/**
 * The texts of an email or a WhatsApp message to a family. Other people may see them on a screen: they contain nothing
 * about the request but its reference, and no medical terms. `{…}` is replaced.
 */
export interface FamilyMailTexts {
  linkSubject: string;
  newsSubject: string;
  link: string;
  news: string;
  /** How the link is opened, and for how long it works. */
  opens: string;
  /** How to stop the emails. */
  stop: string;
  /** Precedes the company's phone number. */
  call: string;
  /** Precedes the URL of the page that explains how to tell whether a message is from the company. */
  check: string;
}

export const familyMailTexts: Record<FormLanguage, FamilyMailTexts> = {
  ar: {
    linkSubject: 'صفحة طلبك {reference}',
    newsSubject: 'جديد بشأن طلبك {reference}',
    link: 'هذا رابط صفحة طلبك {reference}:',
    news: 'هناك جديد بشأن طلبك {reference}. تجده في صفحة طلبك:',
    opens: 'لفتح الصفحة أدخل الأرقام الأربعة الأخيرة من رقم هاتفك الذي أعطيتنا إياه. يعمل الرابط 30 يومًا.',
    stop: 'يمكنك إيقاف هذه الرسائل في صفحة طلبك في أي وقت.',
    call: 'للاتصال بنا:',
    check: 'كيف تتأكد أن هذه الرسالة منا:',
  },
  en: {
    linkSubject: 'Your confirmation page {reference}',
    newsSubject: 'News about your request {reference}',
    link: 'This is the link to your confirmation page {reference}:',
    news: 'There is news about your request {reference}. You will find it on your confirmation page:',
    opens:
      'To open the page, enter the last four digits of the phone number that you gave us. The link works for 30 days.',
    stop: 'You can stop these emails on your confirmation page at any time.',
    call: 'Call us:',
    check: 'How to check that this mail is from us:',
  },
  ru: {
    linkSubject: 'Страница вашего запроса {reference}',
    newsSubject: 'Новости по вашему запросу {reference}',
    link: 'Ссылка на страницу вашего запроса {reference}:',
    news: 'По вашему запросу {reference} есть новости. Они на странице запроса:',
    opens:
      'Чтобы открыть страницу, введите последние четыре цифры номера телефона, который вы нам указали. Ссылка действует 30 дней.',
    stop: 'Отказаться от этих писем можно в любое время на странице запроса.',
    call: 'Позвонить нам:',
    check: 'Как проверить, что это письмо от нас (на английском):',
  },
};

/** Returns the text of a message that a colleague sends over WhatsApp. @param url the sent link */
export function chatText(language: FormLanguage, reference: string, url: string): string {
  const { news, opens } = familyMailTexts[language];
  return [news.replace('{reference}', reference), url, opens].join('\n');
}
