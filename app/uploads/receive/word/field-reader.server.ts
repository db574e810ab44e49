import { attributesOf, localName } from './attributes.server.ts';
import { refuseUnchecked } from './document-problem.server.ts';
import { FieldCode } from './field-code.server.ts';

/** Elements with a text of their own: fields around them do not continue inside. */
const storyElements = new Set(['txbxContent', 'footnote', 'endnote', 'comment']);

/** Alternatives of which Word reads one (ECMA-376, part 3). Which one is not known here. */
const alternatives = new Set(['Choice', 'Fallback']);

const codeElements = new Set(['instrText', 'delInstrText']);
const textElements = new Set(['t', 'delText']);
/** What ends a word in a field code besides text. */
const separators = new Set(['p', 'tab', 'ptab', 'br', 'cr', 'sym', 'noBreakHyphen', 'softHyphen']);

/** Maximum number of fields inside each other in a part. Word itself allows 20. */
const maxOpenFields = 100;

/** A field that has begun: its code as it stands, and without text that tracked changes delete. */
class Field {
  isInCode = true;
  readonly #codes = { all: new FieldCode(), kept: new FieldCode() };

  add(text: string, isDeleted: boolean): void {
    this.#codes.all.add(text);
    if (!isDeleted) this.#codes.kept.add(text);
  }

  endWord(): void {
    this.#codes.all.endWord();
    this.#codes.kept.endWord();
  }

  addUnknown(): void {
    this.#codes.all.addUnknown();
    this.#codes.kept.addUnknown();
  }

  endCode(isDeleted: boolean): void {
    // Without the deletion, the code would continue.
    if (isDeleted && this.#codes.kept.isUndecided) refuseUnchecked();
    this.#codes.all.end();
    this.#codes.kept.end();
    this.isInCode = false;
  }
}

interface Story {
  readonly fields: Field[];
  readonly isAlternative: boolean;
  /** Codes outside of fields. Word ignores them, unless it finds the beginning of a field where it is not seen here. */
  loose: Field;
  /** Number of open elements of other vocabularies, which Word may ignore together with what they contain. */
  foreignElements: number;
}

const newStory = (isAlternative = false): Story => ({
  fields: [],
  isAlternative,
  loose: new Field(),
  foreignElements: 0,
});

type ElementKind = 'plain' | 'foreign' | 'story' | 'deleted';

/**
 * Finds the fields of a document part, and refuses those that are active (see `FieldCode`). A field is either one element
 * (`fldSimple`), or runs between marks (`fldChar`), possibly in several paragraphs, with other fields inside.
 */
export class FieldReader {
  readonly #stories: Story[] = [newStory()];
  readonly #elements: ElementKind[] = [];
  /** The prefix of the part's vocabulary, and the attribute that would give it another meaning. */
  #prefix = '';
  #declaration = 'xmlns';
  #openFields = 0;
  #deletions = 0;
  #collected: { field: Field; isDeleted: boolean } | undefined;

  get wantsText(): boolean {
    return this.#collected !== undefined;
  }

  /** @throws {RefusedDocument} if a field is active, or it cannot be told whether it is */
  open(name: string, attributes: Record<string, string>): void {
    // A text that Word writes has no elements inside. Some programs would ignore them, and join what is around them.
    if (this.#collected) refuseUnchecked();
    const local = localName(name);
    const kind = this.#kindOf(name, local, attributes);
    this.#elements.push(kind);
    if (kind === 'story') this.#stories.push(newStory());
    else if (alternatives.has(local)) this.#openAlternative();
    else if (kind === 'foreign') this.#story.foreignElements += 1;
    else if (kind === 'deleted') this.#deletions += 1;
    const isDeleted = this.#deletions > 0 || local.startsWith('del');
    if (local === 'fldChar') this.#mark(attributesOf(attributes, 'fldCharType'), isDeleted);
    else if (local === 'fldSimple') this.#readSimple(attributesOf(attributes, 'instr'));
    else if (codeElements.has(local)) this.#collectCode(isDeleted);
    else if (textElements.has(local)) this.#collectText(isDeleted);
    else if (separators.has(local)) (this.#fieldInCode ?? this.#story.loose).endWord();
  }

  text(text: string): void {
    this.#collected?.field.add(text, this.#collected.isDeleted);
  }

  close(name: string): void {
    this.#collected = undefined;
    const kind = this.#elements.pop();
    if (kind === 'story' || alternatives.has(localName(name))) this.#closeStory();
    else if (kind === 'foreign') this.#story.foreignElements -= 1;
    else if (kind === 'deleted') this.#deletions -= 1;
    if (this.#elements.length === 0) this.#closeStory();
  }

  #kindOf(name: string, local: string, attributes: Record<string, string>): ElementKind {
    const prefix = name.slice(0, Math.max(0, name.indexOf(':')));
    if (this.#elements.length === 0) {
      this.#prefix = prefix;
      this.#declaration = prefix ? `xmlns:${prefix}` : 'xmlns';
      return 'plain';
    }
    if (prefix !== this.#prefix || attributes[this.#declaration] !== undefined) return 'foreign';
    if (storyElements.has(local)) return 'story';
    return local === 'del' || local === 'moveFrom' ? 'deleted' : 'plain';
  }

  #mark([type, ...others]: string[], isDeleted: boolean): void {
    this.#refuseForeign();
    if (others.length > 0) refuseUnchecked();
    const { fields, isAlternative } = this.#story;
    this.#endLoose();
    if (type === 'begin') {
      this.#fieldInCode?.addUnknown();
      this.#openFields += 1;
      if (this.#openFields > maxOpenFields) refuseUnchecked();
      fields.push(new Field());
      return;
    }
    const field = fields.at(-1);
    if (!field && isAlternative) refuseUnchecked();
    if (field?.isInCode) field.endCode(isDeleted);
    if (type === 'end' && fields.pop()) this.#openFields -= 1;
  }

  #readSimple(codes: string[]): void {
    this.#refuseForeign();
    this.#fieldInCode?.addUnknown();
    for (const code of codes) {
      const field = new Field();
      field.add(code, false);
      field.endCode(false);
    }
  }

  #collectCode(isDeleted: boolean): void {
    this.#refuseForeign();
    this.#collected = { field: this.#fieldInCode ?? this.#story.loose, isDeleted };
  }

  /** Text between the beginning of a field and its separator is part of the code. */
  #collectText(isDeleted: boolean): void {
    const field = this.#fieldInCode;
    if (field && this.#story.foreignElements > 0) field.addUnknown();
    else if (field) this.#collected = { field, isDeleted };
  }

  #openAlternative(): void {
    this.#fieldInCode?.addUnknown();
    this.#stories.push(newStory(true));
  }

  #closeStory(): void {
    const story = this.#stories.pop();
    if (!story) return;
    if (story.isAlternative && story.fields.length > 0) refuseUnchecked();
    for (const field of story.fields) if (field.isInCode) field.endCode(false);
    story.loose.endCode(false);
    this.#openFields -= story.fields.length;
  }

  #endLoose(): void {
    this.#story.loose.endCode(false);
    this.#story.loose = new Field();
  }

  #refuseForeign(): void {
    if (this.#story.foreignElements > 0) refuseUnchecked();
  }

  get #fieldInCode(): Field | undefined {
    const field = this.#story.fields.at(-1);
    return field?.isInCode ? field : undefined;
  }

  get #story(): Story {
    return this.#stories.at(-1) ?? refuseUnchecked();
  }
}
