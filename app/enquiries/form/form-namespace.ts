import type { Resources } from '#app/i18n/texts/resources.server.ts';

/** The texts that every form with a single request requires in its namespace. */
interface FrameTexts {
  form: Record<'send' | 'next' | 'next_steps' | 'privacy' | 'files_label' | 'files_hint', string>;
}

/** The namespaces that have all texts of a form. A form whose namespace lacks a text does not compile. */
export type FormNamespace = {
  [Name in keyof Resources]: Resources[Name] extends FrameTexts ? Name : never;
}[keyof Resources];
