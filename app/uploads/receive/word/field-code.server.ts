import { refuseActive, refuseUnchecked } from './document-problem.server.ts';
import { linksToHarmless, namesLocalFiles } from './field-arguments.server.ts';

/**
 * Fields that start programs, embed or fetch something, or send commands to a database or printer, with their older names
 * (ECMA-376, part 1, section 17.16.5; [MS-OI29500]).
 */
const activeFields = new Set(
  ['DDE', 'DDEAUTO', 'AUTO', 'LINK', 'EMBED', 'CONTROL', 'OCX', 'HTMLCONTROL', 'HTMLACTIVEX'].concat([
    'DATABASE',
    'DATA',
    'PRINT',
    'PUBLISHER',
    'SUBSCRIBER',
  ]),
);

/** Fields that insert a file. They may only name one on the reader's own disc. */
const includingFields = ['INCLUDETEXT', 'INCLUDE', 'INCLUDEPICTURE', 'IMPORT', 'RD'];

/** Whether the arguments of a field are harmless, for fields in which they decide. */
const argumentChecks = new Map<string, (code: string) => boolean>([
  ...includingFields.map((name) => [name, namesLocalFiles] as const),
  ['HYPERLINK', linksToHarmless],
]);

const watchedFields = [...activeFields, ...argumentChecks.keys()];

/** Maximum length of a field code that names a file or page (characters). */
const maxCodeLength = 4096;
const longestName = Math.max(...watchedFields.map((name) => name.length));

/** The code of a field, which may arrive in many pieces. Only what is needed to judge it is kept. */
export class FieldCode {
  #text = '';
  #isHarmless = false;

  /** Whether what follows could make a difference: it has begun, and what has come so far does not show that it is harmless. */
  get isUndecided(): boolean {
    return this.#text !== '';
  }

  /** Adds a piece of the code. @throws {RefusedDocument} if the field is active or too long to be judged */
  add(piece: string): void {
    if (this.#isHarmless) return;
    // What stands before the name, and invisible characters in it, are ignored.
    const added = piece.replace(/\p{Cf}/gu, '');
    this.#text = this.#text === '' ? added.replace(/^[^\w=]+/, '') : this.#text + added;
    const name = this.#name();
    if (this.#text.length > name.length) this.#endName();
    else if (name.length > longestName) this.#isHarmless = true;
    if (!this.#isHarmless && this.#text.length > maxCodeLength) refuseUnchecked();
    if (this.#isHarmless) this.#text = '';
  }

  /** Notes that a word ends here, as at a tab. @throws {RefusedDocument} if the field is active */
  endWord(): void {
    if (this.#isHarmless) return;
    this.#endName();
    // The beginning of another name is kept as it is: a program could ignore what stands here, and join the parts.
    if (argumentChecks.has(this.#name())) this.add(' ');
  }

  /**
   * Notes that here stands something whose text is not known, such as the result of another field.
   * @throws {RefusedDocument} if it could make the field active
   */
  addUnknown(): void {
    if (this.#isHarmless) return;
    this.#endName();
    const name = this.#name();
    if (watchedFields.some((watched) => watched.startsWith(name))) refuseUnchecked();
  }

  /** Judges the whole code. @throws {RefusedDocument} if the field is active */
  end(): void {
    if (this.#isHarmless) return;
    this.#endName();
    const name = this.#name();
    if (argumentChecks.get(name)?.(this.#text.slice(name.length)) === false) refuseActive();
  }

  /** Judges the name of the field as if it ended here. @throws {RefusedDocument} if the field is active */
  #endName(): void {
    const name = this.#name();
    if (activeFields.has(name)) refuseActive();
    if (this.#text.length > name.length && !argumentChecks.has(name)) this.#isHarmless = true;
  }

  #name(): string {
    return (/^\w*/.exec(this.#text)?.[0] ?? '').toUpperCase();
  }
}
