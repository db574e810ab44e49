import { destinationOf } from './destination.server.ts';
import { refuseActive, refuseUnchecked } from './document-problem.server.ts';

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
const includingFields = new Set(['INCLUDETEXT', 'INCLUDE', 'INCLUDEPICTURE', 'IMPORT', 'RD']);

const watchedFields = [...activeFields, ...includingFields];

/** Maximum length of a field code that names a file (characters). */
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
    if (this.#text.length > name.length) this.endName();
    else if (name.length > longestName) this.#isHarmless = true;
    if (!this.#isHarmless && this.#text.length > maxCodeLength) refuseUnchecked();
    if (this.#isHarmless) this.#text = '';
  }

  /** Judges the name of the field as if it ended here. @throws {RefusedDocument} if the field is active */
  endName(): void {
    const name = this.#name();
    if (activeFields.has(name)) refuseActive();
    if (this.#text.length > name.length && !includingFields.has(name)) this.#isHarmless = true;
  }

  /**
   * Notes that here stands something whose text is not known, such as the result of another field.
   * @throws {RefusedDocument} if it could make the field active
   */
  addUnknown(): void {
    if (this.#isHarmless) return;
    this.endName();
    const name = this.#name();
    if (watchedFields.some((watched) => watched.startsWith(name))) refuseUnchecked();
  }

  /** Judges the whole code. @throws {RefusedDocument} if the field is active */
  end(): void {
    if (this.#isHarmless) return;
    this.endName();
    const name = this.#name();
    if (includingFields.has(name) && !namesLocalFiles(this.#text.slice(name.length))) refuseActive();
  }

  #name(): string {
    return (/^\w*/.exec(this.#text)?.[0] ?? '').toUpperCase();
  }
}

const isLocal = (target: string) => ['local', 'relative'].includes(destinationOf(target));

/**
 * Whether all words in the arguments of a field are local if taken as targets: which of them names the file depends on
 * the field.
 */
function namesLocalFiles(code: string): boolean {
  return Array.from(code.matchAll(/["“”„]([^"“”„]*)["“”„]?|[^\s"“”„]+/g), ([word, quoted]) => quoted ?? word)
    .filter((word) => !/^\\.$/.test(word))
    .every(
      // A backslash is written twice in a field, but Word also accepts one.
      (word) => isLocal(word) && isLocal(word.replace(/\\\\/g, '\\')),
    );
}
