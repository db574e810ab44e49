import type { Steps } from '#app/clock/time-slices.ts';
import { SupplierError } from '../../supplier.server.ts';

/** The text of a response, cut where it can be parsed piece by piece. */
export interface SplitResponse {
  /** The response with a 0 in place of each item: JSON exactly if the text around the items is. */
  frame: string;
  /** The texts of the items, with empty lists of proposals. */
  items: string[];
  /** The texts of the proposals, by the index of their item in the response. */
  proposals: string[][];
}

/**
 * Limits of a response, far above what a search has: parsed, a text of nothing but brackets takes fifty times its size in
 * memory.
 */
const maxItems = 10_000;
const maxProposals = 20_000;
/** Maximum length of an item without its proposals, and of a proposal (characters). */
const maxPieceLength = 1024 * 1024;
const maxDepth = 50;

/** Characters read in one step, which takes about a millisecond. */
const stride = 250_000;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Depth of brackets within the response, within an item, and within its list of proposals. */
const responseDepth = 1;
const itemDepth = 2;
const listDepth = 3;

/**
 * Cuts the proposals out of a JSON array of items (`[{"proposals": […]}]`) without parsing it: parsing a large response
 * as a whole would block all requests. Nothing is lost or added, so a response that is not JSON fails when the pieces
 * are parsed.
 * @throws {SupplierError} with `too_large` if a limit is exceeded
 * @param parts the text, in the parts in which it arrived: joining them would block all requests, too
 */
export function* splitProposals(parts: readonly string[]): Steps<SplitResponse> {
  const splitter = new ProposalSplitter();
  for (const part of parts) {
    for (let at = 0; at < part.length;) {
      at = splitter.read(part, at, stride);
      yield;
    }
  }
  return splitter.end();
}

/** Reads a text from start to end. Not a generator, because V8 runs the loop of a generator half as fast. */
class ProposalSplitter {
  readonly #proposals: string[][] = [];
  /** The text read so far of what is being read: the frame, an item, or a proposal. */
  #pending = '';
  #frame = '';
  readonly #items: string[] = [];
  /** The text of an item up to the end of a list of proposals. */
  #item = '';
  #proposalCount = 0;
  #isInResponse = false;
  #depth = 0;
  #isInList = false;
  #isInString = false;
  /** Whether the text so far ends with a backslash that escapes the next character of a string. */
  #isEscaped = false;
  /** The last string of an item, which is a key if a colon follows. */
  #lastString = '';
  #key = '';

  /** Reads at least `length` characters of a part, from an index. @returns the index after them */
  read(text: string, start: number, length: number): number {
    const end = Math.min(start + length, text.length);
    // A local variable is faster than a field.
    let depth = this.#depth;
    let from = start;
    let index = start;
    if (this.#isInString) {
      index = this.#endOfString(text, start);
      if (depth === itemDepth) this.#lastString += text.slice(start, index);
      index += 1;
    }
    for (; index < end; index += 1) {
      const code = text.charCodeAt(index);
      if (code === quote) {
        const first = index + 1;
        index = this.#endOfString(text, first);
        if (depth === itemDepth) this.#lastString = text.slice(first, index);
      } else if (code === openBracket || code === openBrace) {
        depth += 1;
        if (depth > maxDepth) throw tooLarge('is nested too deeply');
        if (depth === responseDepth && code === openBracket) {
          this.#startResponse(text.slice(from, index + 1));
          from = index + 1;
        }
        if (depth === itemDepth) this.#proposals.push([]);
        if (depth === listDepth && code === openBracket && this.#key === 'proposals') {
          this.#startList(text.slice(from, index + 1));
          from = index + 1;
        }
      } else if (code === closeBracket || code === closeBrace) {
        depth -= 1;
        if (depth === itemDepth && this.#isInList) {
          this.#endList(text.slice(from, index));
          from = index;
        }
        if (depth === 0 && this.#isInResponse) {
          this.#endResponse(text.slice(from, index));
          from = index;
        }
      } else if (depth === listDepth) {
        if (code === comma && this.#isInList) {
          this.#endProposal(text.slice(from, index));
          from = index + 1;
        }
      } else if (depth === itemDepth && code === colon) {
        this.#key = this.#lastString;
      } else if (depth === responseDepth && code === comma && this.#isInResponse) {
        this.#endItem(text.slice(from, index));
        this.#frame += ',';
        from = index + 1;
      }
    }
    this.#depth = depth;
    const rest = text.slice(from, index);
    // Blanks around and between items may be longer than any piece.
    const isBlank = depth <= responseDepth && rest.trim() === '';
    if (!isBlank) this.#pending = piece(this.#pending + rest);
    return index;
  }

  /** @returns what has been read. An incomplete item or proposal remains in the frame, which is then not valid JSON. */
  end(): SplitResponse {
    return { frame: this.#frame + this.#item + this.#pending, items: this.#items, proposals: this.#proposals };
  }

  /**
   * Returns the index of the quote that ends a string, or the length of the text if the string goes on. A quote after an
   * odd number of backslashes is part of the string. `indexOf` is native, and takes half the time of a loop.
   */
  #endOfString(text: string, from: number): number {
    let end = text.indexOf('"', from);
    while (end !== -1 && this.#isEscapedAt(end, text, from)) end = text.indexOf('"', end + 1);
    this.#isInString = end === -1;
    if (end !== -1) return end;
    this.#isEscaped = this.#isEscapedAt(text.length, text, from);
    return text.length;
  }

  /** Whether the character at an index is escaped, in a string that began at `from`, or in an earlier part if that is 0. */
  #isEscapedAt(index: number, text: string, from: number): boolean {
    let start = index;
    while (start > from && text.charCodeAt(start - 1) === backslash) start -= 1;
    const isContinued = start === 0 && this.#isEscaped;
    return (index - start) % 2 === (isContinued ? 0 : 1);
  }

  #startResponse(rest: string): void {
    this.#frame += this.#pending + rest;
    this.#pending = '';
    this.#isInResponse = true;
  }

  #endItem(rest: string): void {
    if (this.#items.length === maxItems) throw tooLarge(`has more than ${maxItems} items`);
    this.#items.push(piece(this.#item + this.#pending + rest));
    this.#item = '';
    this.#pending = '';
    this.#frame += '0';
  }

  #endResponse(rest: string): void {
    // An empty response has no items; a gap after a comma is an error, which parsing will find.
    if (this.#items.length > 0 || (this.#item + this.#pending + rest).trim() !== '') this.#endItem(rest);
    this.#pending = '';
    this.#isInResponse = false;
  }

  #startList(rest: string): void {
    this.#item = piece(this.#item + this.#pending + rest);
    this.#pending = '';
    this.#isInList = true;
    // JSON keeps the last of two properties with the same name.
    this.#proposals[this.#proposals.length - 1] = [];
  }

  #endProposal(rest: string): void {
    if ((this.#proposalCount += 1) > maxProposals) throw tooLarge(`has more than ${maxProposals} proposals`);
    this.#list.push(piece(this.#pending + rest));
    this.#pending = '';
  }

  #endList(rest: string): void {
    // An empty list has no proposals; a gap after a comma is an error, which parsing will find.
    if (this.#list.length > 0 || (this.#pending + rest).trim() !== '') this.#endProposal(rest);
    this.#pending = '';
    this.#isInList = false;
  }

  get #list(): string[] {
    return this.#proposals[this.#proposals.length - 1] ?? [];
  }
}

/** Checks the length of a piece, or of what there is of it. */
function piece(text: string): string {
  if (text.length > maxPieceLength) throw tooLarge(`has a piece of more than ${maxPieceLength} characters`);
  return text;
}

function tooLarge(problem: string): SupplierError {
  return new SupplierError('too_large', `The response ${problem}`);
}
