import type { Resources } from '#app/i18n/texts/resources.server.ts';

/** The texts that every form with a single request needs in a form's namespace. */
interface FrameTexts {
  form: Record<'send' | 'next' | 'next_steps' | 'privacy' | 'files_label' | 'files_hint', string>;
}

/** The namespaces with the texts of a form. One that lacks a text is not among them, and does not compile. */
export type FormNamespace = {
  [Name in keyof Resources]: Resources[Name] extends FrameTexts ? Name : never;
}[keyof Resources];
