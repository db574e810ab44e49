import { companyLanguage, formLanguageCodes, type StaffLanguage } from '#app/i18n/languages.ts';

/**
 * What staff would like to know before they call a family for the first time: how urgent it is, and how and when to reach
 * them. All of it is optional.
 */

/** How urgent the family says it is, most urgent first. */
export const statedUrgencies = ['urgent', 'soon', 'planning'] as const;

/** How staff may contact the family. */
export const reachChannels = ['call', 'whatsapp'] as const;

/** When the family can be reached, in its local time. */
export const reachHours = ['any_hour', 'morning', 'afternoon', 'evening'] as const;

/** The languages in which the family can be called: those of the forms, and that of the company. */
export const reachLanguages: readonly StaffLanguage[] = [...formLanguageCodes, companyLanguage];

/** The fields about the call, which are in a collapsed section, in the order of the page. */
export const reachFieldNames = ['reach_by', 'reach_hours', 'reach_language'] as const;
