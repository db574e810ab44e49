import type { HTMLElement } from 'node-html-parser';
import { formData } from './evacuation-request.ts';
import type { RawRequest } from './raw-request.ts';

/** An input that accepts text, and the request that sends it. */
export interface Input {
  name: string;
  /** Ordinary runs use only one of the inputs with the same key, of which the site does the same with the text. */
  key: string;
  /** The maximum length of the text (bytes). */
  maxBytes: number;
  request(text: string): Promise<{ path: string } & RawRequest>;
}

/** The site's limit for a URL (bytes). */
export const maxUrlBytes = 4_000;

/** What somebody types into a field of any kind; tests give it to whatever a form should find. */
export const typedName = 'evil';

/** Who sends a form, and how much. */
export interface Sender {
  /** The maximum size of all texts of a form together (bytes). */
  maxBytes: number;
  headers?: Record<string, string>;
  /** Undoes what earlier requests may have done to the sender, such as ending the session. */
  prepare?: () => Promise<void>;
  /** Whether to use each button of a form, and also each of its fields individually. */
  isThorough?: boolean;
}

/** A field of a form. */
interface Field {
  name: string;
  value: string;
  /** Whether people type into it or choose from it; false if the page fills it in itself. */
  isTyped: boolean;
  /** Whether a browser sends it only after a click on it. */
  isButton: boolean;
  /** What forms do with their fields depends on these. */
  kind: string;
}

/** Names of fields and buttons that decide whether the site does anything with the other fields. */
const guards = ['token', 'intent', 'code'];

/** A form as one of its buttons sends it. */
export interface Submission {
  /** The same for the forms of different requests and people. */
  name: string;
  isPost: boolean;
  /** With its parameters. */
  path: string;
  fields: Field[];
  /** The button that is pressed, if it has a name. */
  button?: Field;
}

/**
 * Returns what a form sends: once for each button, or only once if it has one without a name and not all are wanted.
 * @param path the path of the page
 */
export function submissionsOf(form: HTMLElement, path: string, everyButton: boolean): Submission[] {
  const { pathname, search } = new URL(form.getAttribute('action') ?? path, `http://site${path}`);
  const isPost = form.getAttribute('method')?.toLowerCase() === 'post';
  const name = [isPost ? 'post' : 'get', nameOf(pathname + search), form.id && `#${form.id}`].filter(Boolean).join(' ');
  const controls = form.querySelectorAll('[name]').filter((control) => control.getAttribute('type') !== 'file');
  const fields = controls.map(fieldOf);
  const common = { name, isPost, path: isPost ? pathname + search : pathname, fields };
  const buttons = fields.filter(({ isButton }) => isButton);
  const withoutName = buttons.length === 0 || form.querySelector('button[type="submit"]:not([name])') ? [common] : [];
  const withName = buttons.map((button) => ({ ...common, name: `${name} ${button.value}`, button }));
  return withoutName.length > 0 && !everyButton ? withoutName : [...withoutName, ...withName];
}

/** Replaces what differs between requests, receipts and people; all kinds of medical flights share one form. */
function nameOf(path: string): string {
  return path
    .replace(/[\w-]{22}/, 'TOKEN')
    .replace(/\/requests\/[0-9A-Z]{8}/, '/requests/REFERENCE')
    .replace(/\/medical-flight\/[\w-]+/, '/medical-flight/KIND');
}

function fieldOf(control: HTMLElement): Field {
  const type = control.getAttribute('type') ?? control.tagName.toLowerCase();
  return {
    name: control.getAttribute('name') ?? '',
    value: control.getAttribute('value') ?? optionOf(control),
    isTyped: control.tagName !== 'BUTTON' && type !== 'hidden',
    isButton: control.tagName === 'BUTTON',
    kind: [type, control.getAttribute('dir') ?? '', control.getAttribute('maxlength') ?? ''].join(' '),
  };
}

/** Returns the first option of a select that has a value; `''` for other controls. */
function optionOf(control: HTMLElement): string {
  const values = control.querySelectorAll('option').map((option) => option.getAttribute('value') ?? '');
  return values.find((value) => value !== '') ?? '';
}

/**
 * Returns the inputs of a form: all fields that people type into, together and, if the sender is thorough, individually;
 * those that the page fills in itself; those that decide whether the site reads them; and an unknown field if there is
 * no other.
 * @param path the path of the page
 */
export function formInputs(form: HTMLElement, path: string, sender: Sender): Input[] {
  const { isThorough = false } = sender;
  return submissionsOf(form, path, isThorough).flatMap((submission) => {
    const { fields } = submission;
    const page = submission.name.split(' ').slice(0, 2).join(' ');
    // A form that also asks for a code again does the same with the other fields.
    const kindOf = (names: readonly string[]) => names.filter((name) => name !== 'code').join(' ') || 'code';
    const inputOf = (names: readonly string[], kind = kindOf(names)): Input => {
      const name = `${submission.name}: ${names.join(' ')}`;
      const input = submission.isPost
        ? postInput(name, names, submission, sender)
        : queryInput(name, submission.path, names, sender);
      return { ...input, key: `${page}: ${kind}` };
    };
    const typed = fields.filter(({ isTyped }) => isTyped);
    const typedNames = namesOf(typed);
    const filledNames = namesOf(fields).filter((name) => !typedNames.includes(name));
    const groups = [
      typedNames,
      filledNames.filter((name) => !guards.includes(name)),
      filledNames.filter((name) => guards.includes(name)),
    ].filter((names) => names.length > 0);
    const inputs = groups.map((names) => inputOf(names));
    if (isThorough && typedNames.length > 1) {
      inputs.push(...typed.map(({ name, kind }) => inputOf([name], guards.includes(name) ? name : kind)));
    }
    return inputs.length > 0 ? inputs : [inputOf(['unknown'])];
  });
}

const namesOf = (fields: readonly Field[]) => [...new Set(fields.map(({ name }) => name))];

function postInput(
  name: string,
  names: readonly string[],
  submission: Submission,
  { maxBytes, headers, prepare }: Sender,
): Input {
  const overhead = 200 * (submission.fields.length + 1);
  return {
    ...{ name, key: name },
    maxBytes: Math.floor((maxBytes - overhead) / names.length),
    request: async (text) => {
      await prepare?.();
      return submit(submission, Object.fromEntries(names.map((field) => [field, text])), headers);
    },
  };
}

/** Returns the request that sends a form with what the page shows in its fields, or else what somebody might type. */
export function submit(
  { path, fields, button }: Submission,
  values: Record<string, string> = {},
  headers?: Record<string, string>,
): Promise<{ path: string } & RawRequest> {
  const sent = fields.filter((field) => !field.isButton || field === button);
  const shown = Object.fromEntries(sent.map((field) => [field.name, plausibleValue(field)]));
  return formPost(path, formData({ ...shown, ...values }), headers);
}

let counter = 0;

/** Email addresses differ on each call, because the site delays further attempts to sign in with the same one. */
function plausibleValue({ value, isTyped, kind }: Field): string {
  if (value !== '' || !isTyped) return value;
  counter += 1;
  return kind.startsWith('email') ? `${typedName}${counter}@example.com` : typedName;
}

/** Returns the input of all these query parameters, which share the maximum length of one URL. */
export function queryInput(
  name: string,
  path: string,
  names: readonly string[],
  { headers, prepare }: Pick<Sender, 'headers' | 'prepare'> = {},
): Input {
  return {
    ...{ name, key: name },
    maxBytes: maxUrlBytes,
    request: async (text) => {
      await prepare?.();
      const share = Array.from(text)
        .slice(0, Math.floor(text.length / names.length))
        .join('');
      return { path: `${path}?${new URLSearchParams(names.map((param) => [param, share])).toString()}`, headers };
    },
  };
}

/** Encodes a form submission as a browser sends it. */
export async function formPost(
  path: string,
  form: FormData,
  headers: Record<string, string> = {},
): Promise<{ path: string } & RawRequest> {
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());
  const type = { 'Content-Type': encoded.headers.get('Content-Type') ?? '', 'Content-Length': String(body.length) };
  return { path, method: 'POST', headers: { ...headers, ...type }, body };
}
