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
  const kept: string[] = [];
  const proposals: string[][] = [];
  let depth = 0;
  let lastString = '';
  let key = '';
  let keptUntil = 0;
  /** Start of the current proposal; 0 outside a list. */
  let start = 0;
  let nextStep = stride;

  for (let index = 0; index < text.length; index += 1) {
    if (index > nextStep) {
      nextStep = index + stride;
      yield;
    }
    const code = text.charCodeAt(index);
    if (code === quote) {
      const from = index + 1;
      for (index = from; index < text.length; index += 1) {
        const inside = text.charCodeAt(index);
        if (inside === quote) break;
        if (inside === backslash) index += 1;
      }
      if (depth === itemDepth) lastString = text.slice(from, index);
    } else if (code === colon) {
      if (depth === itemDepth) key = lastString;
    } else if (code === openBracket || code === openBrace) {
      depth += 1;
      if (depth === itemDepth) proposals.push([]);
      if (depth === listDepth && code === openBracket && key === 'proposals' && start === 0) {
        kept.push(text.slice(keptUntil, index + 1));
        start = index + 1;
        // JSON keeps the last of two properties with the same name.
        proposals[proposals.length - 1] = [];
      }
    } else if (code === closeBracket || code === closeBrace) {
      depth -= 1;
      if (start > 0 && depth === itemDepth) {
        addProposal(index);
        keptUntil = index;
        start = 0;
      }
    } else if (code === comma && start > 0 && depth === listDepth) {
      addProposal(index, true);
      start = index + 1;
    }
  }
  kept.push(text.slice(keptUntil));
  return { envelope: kept.join(''), proposals };

  function addProposal(end: number, hasNext = false): void {
    const list = proposals[proposals.length - 1];
    const proposal = text.slice(start, end);
    // An empty list has no proposals; an empty place after or before a comma is an error, which parsing will find.
    if (hasNext || list?.length || proposal.trim() !== '') list?.push(proposal);
  }
}
