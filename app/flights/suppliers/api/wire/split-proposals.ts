import type { Steps } from '#app/clock/time-slices.ts';

/** The text of a response, cut where it can be parsed piece by piece. */
export interface SplitResponse {
  /** The response with empty lists of proposals. */
  envelope: string;
  /** The texts of the proposals, by the index of their item in the response. */
  proposals: string[][];
}

/** Characters between two steps: about a millisecond. */
const stride = 250_000;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Depth of brackets within an item, and within its list of proposals. */
const itemDepth = 2;
const listDepth = 3;

/**
 * Cuts the proposals out of a JSON array of items (`[{"proposals": […]}]`) without parsing it: parsing a large response
 * as a whole would block all requests. Nothing is lost or added, so a response that is not JSON fails when the pieces
 * are parsed.
 */
export function* splitProposals(text: string): Steps<SplitResponse> {
  const splitter = new ProposalSplitter(text);
  while (!splitter.scan(stride)) yield;
  return splitter.result;
}

/** Reads a text from its start to its end. An ordinary class, because V8 runs the loop of a generator twice as slowly. */
class ProposalSplitter {
  readonly #text: string;
  readonly #kept: string[] = [];
  readonly #proposals: string[][] = [];
  #index = 0;
  #depth = 0;
  #lastString = '';
  #key = '';
  #keptUntil = 0;
  /** Start of the current proposal; 0 outside a list. */
  #start = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads on for at least `length` characters. @returns whether the text has ended */
  scan(length: number): boolean {
    const text = this.#text;
    const end = Math.min(this.#index + length, text.length);
    let index = this.#index;
    let depth = this.#depth;
    for (; index < end; index += 1) {
      const code = text.charCodeAt(index);
      if (code === quote) {
        const from = index + 1;
        index = endOfString(text, from);
        if (depth === itemDepth) this.#lastString = text.slice(from, index);
      } else if (code === openBracket || code === openBrace) {
        depth += 1;
        if (depth <= listDepth) this.#open(index, depth, code);
      } else if (code === closeBracket || code === closeBrace) {
        depth -= 1;
        if (depth === itemDepth) this.#closeList(index);
      } else if (depth === listDepth) {
        if (code === comma && this.#start > 0) this.#endProposal(index);
      } else if (depth === itemDepth && code === colon) {
        this.#key = this.#lastString;
      }
    }
    this.#index = index;
    this.#depth = depth;
    return index >= text.length;
  }

  get result(): SplitResponse {
    return { envelope: [...this.#kept, this.#text.slice(this.#keptUntil)].join(''), proposals: this.#proposals };
  }

  #open(index: number, depth: number, code: number): void {
    if (depth === itemDepth) this.#proposals.push([]);
    if (depth !== listDepth || code !== openBracket || this.#key !== 'proposals' || this.#start > 0) return;
    this.#kept.push(this.#text.slice(this.#keptUntil, index + 1));
    this.#start = index + 1;
    // JSON keeps the last of two properties with the same name.
    this.#proposals[this.#proposals.length - 1] = [];
  }

  #closeList(index: number): void {
    if (this.#start === 0) return;
    const last = this.#text.slice(this.#start, index);
    // An empty list has no proposals; an empty place after a comma is an error, which parsing will find.
    if (this.#list.length > 0 || last.trim() !== '') this.#list.push(last);
    this.#keptUntil = index;
    this.#start = 0;
  }

  #endProposal(index: number): void {
    this.#list.push(this.#text.slice(this.#start, index));
    this.#start = index + 1;
  }

  get #list(): string[] {
    return this.#proposals[this.#proposals.length - 1] ?? [];
  }
}

/**
 * Returns the index of the quote that ends a string, or the length of the text. A quote after an odd number of backslashes
 * belongs to the string. `indexOf` is native, and takes half the time of a loop.
 * @param from the index after the first quote
 */
function endOfString(text: string, from: number): number {
  let index = text.indexOf('"', from);
  while (index !== -1) {
    let backslashes = 0;
    while (text.charCodeAt(index - 1 - backslashes) === backslash) backslashes += 1;
    if (backslashes % 2 === 0) return index;
    index = text.indexOf('"', index + 1);
  }
  return text.length;
}
