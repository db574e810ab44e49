import { SaxesParser } from 'saxes';
import { refuseUnchecked } from './document-problem.server.ts';

// Limits far above what Word writes. They bound what the parser keeps, and its work for each element.
const maxDepth = 512;
const maxAttributes = 1_000;
/** Maximum memory for one tag with its attributes, or for a comment (roughly bytes). Word stores drawings in attributes. */
const maxKept = 2 * 1024 * 1024;
/** At these characters, the parser joins what it keeps, which takes this much memory each time (bytes). */
const joints = /[\t\r\n&\]?-]/g;
const jointSize = 32;

/** Encodings that can be decoded, or whose characters are the same in UTF-8. XML of Word is in UTF-8 or UTF-16. */
const readableEncoding = /^(?:utf-8|utf-16|us-ascii)$/i;

/** Receives what an XML document contains, in order. */
export interface XmlListener {
  /** Whether the text that follows is wanted. It is kept in memory until the next tag. */
  readonly wantsText?: boolean;
  open(name: string, attributes: Record<string, string>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** What the XML of several parts may have in sum. */
export class XmlBudget {
  #bytes: number;
  #items: number;

  /** @param items number of elements and attributes */
  constructor(bytes: number, items: number) {
    this.#bytes = bytes;
    this.#items = items;
  }

  /** @throws {RefusedDocument} if there is more than is allowed */
  spend(bytes: number, items: number): void {
    this.#bytes -= bytes;
    this.#items -= items;
    if (this.#bytes < 0 || this.#items < 0) refuseUnchecked();
  }
}

/**
 * Reads an XML document in pieces, in constant memory and in time proportional to its length. Anything that programs could
 * read differently from each other is an error: a document type, an unusual encoding, or an error in the syntax.
 */
export class XmlReader {
  readonly #parser = new SaxesParser({ position: false, xmlns: false });
  readonly #listener: XmlListener;
  readonly #budget: XmlBudget;
  readonly #onText: (text: string) => void;
  #decoder: TextDecoder | undefined;
  #depth = 0;
  #attributes = 0;
  /** The parser's position after the last tag, in characters. */
  #lastTagEnd = 0;
  /** Whether nothing but text has come since the last tag. The parser keeps no text that nobody wants. */
  #isInText = false;
  /** Memory for what has come since the last tag (roughly bytes). */
  #kept = 0;

  constructor(listener: XmlListener, budget: XmlBudget) {
    this.#listener = listener;
    this.#budget = budget;
    this.#onText = (text) => listener.text?.(text);
    const parser = this.#parser;
    parser.on('xmldecl', ({ version, encoding = 'utf-8' }) => {
      if (version !== '1.0' || !readableEncoding.test(encoding)) throw new Error('Not XML as Word reads it');
    });
    parser.on('doctype', () => {
      throw new Error('A document type');
    });
    parser.on('cdata', (text) => {
      if (listener.wantsText) listener.text?.(text);
    });
    parser.on('opentagstart', () => {
      this.#attributes = 0;
    });
    parser.on('attribute', () => {
      this.#attributes += 1;
      if (this.#attributes > maxAttributes) refuseUnchecked();
    });
    parser.on('opentag', (tag) => {
      this.#depth += 1;
      if (this.#depth > maxDepth) refuseUnchecked();
      budget.spend(0, 1 + this.#attributes);
      listener.open(tag.name, tag.attributes);
      this.#endTag();
    });
    parser.on('closetag', ({ name }) => {
      this.#depth -= 1;
      listener.close?.(name);
      this.#endTag();
    });
  }

  /**
   * Reads the next bytes: at least the first four at once.
   * @throws {RefusedDocument} if a limit is exceeded, or the listener refuses the document; another error if it is not XML as
   *   Word reads it
   */
  write(bytes: Uint8Array): void {
    this.#budget.spend(bytes.length, 0);
    this.#decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true });
    this.#parse(this.#decoder.decode(bytes, { stream: true }));
  }

  /** Ends the document. @throws if it is incomplete */
  end(): void {
    this.#parse(this.#decoder?.decode() ?? '');
    this.#parser.close();
  }

  #parse(text: string): void {
    const start = this.#parser.position;
    const previousTagEnd = this.#lastTagEnd;
    this.#parser.write(text);
    if (this.#lastTagEnd !== previousTagEnd) {
      this.#isInText = true;
      this.#kept = 0;
    }
    // The parser may keep a character for the next piece, so a position in the text is exact to one character.
    const rest = text.slice(Math.max(0, this.#lastTagEnd - start - 1));
    if (this.#isInText && !this.#listener.wantsText && !/[<&]/.test(rest)) return;
    this.#isInText = false;
    this.#kept += rest.length + jointSize * (rest.match(joints)?.length ?? 0);
    if (this.#kept > maxKept) refuseUnchecked();
  }

  #endTag(): void {
    this.#lastTagEnd = this.#parser.position;
    if (this.#listener.wantsText) this.#parser.on('text', this.#onText);
    else this.#parser.off('text');
  }
}

/** Whether bytes may be the beginning of an XML document, in UTF-8 or UTF-16. */
export function beginsLikeXml(bytes: Uint8Array): boolean {
  const head = new TextDecoder(encodingOf(bytes)).decode(bytes.subarray(0, 64));
  return /^[\s\0]*(?:$|<\0*[?!\w:])/.test(head);
}

/** Returns the encoding that the byte order mark shows (XML 1.0, section 4.3.3). */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
