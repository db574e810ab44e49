import type { FormLanguage } from '#app/i18n/languages.ts';
import { readySentenceNames, readySentences } from '../texts/ready-sentences.ts';
import { maxNoteLength } from './request-change.ts';

/** The name of the checkboxes with ready sentences. */
export const sentenceField = 'sentence';

/**
 * Reads the form that asks a family: the typed text, followed by the chosen sentences in the family's language.
 * @returns the whole text, or why it cannot be sent: a key of the desk's texts
 */
export function parseQuestion(
  form: FormData,
  language: FormLanguage,
): { text: string } | { problem: 'empty' | 'long' } {
  const chosen = form.getAll(sentenceField);
  const typed = typedText(form);
  const sentences = readySentenceNames.filter((name) => chosen.includes(name));
  const text = [typed, ...sentences.map((name) => readySentences[language][name])].filter(Boolean).join('\n');
  if (text === '') return { problem: 'empty' };
  return text.length > maxNoteLength ? { problem: 'long' } : { text };
}

/** Returns the text that was typed in a form, without surrounding whitespace. */
export function typedText(form: FormData): string {
  const value = form.get('text');
  return typeof value === 'string' ? value.trim().replace(/\r\n/g, '\n') : '';
}
