/** A part of a text: plain text or a link. Links, `[label](/path)`, are the only markup in the pages' content. */
type Piece = string | { label: string; href: string };

const linkPattern = /\[([^[\]]+)\]\(((?:\/|#|https:\/\/)[^\s)]*)\)/;

/** Splits a text into plain text and links, in order. */
export function parseRichText(text: string): Piece[] {
  const match = linkPattern.exec(text);
  if (!match) return text ? [text] : [];
  const [link, label = '', href = ''] = match;
  const before = text.slice(0, match.index);
  return [...(before ? [before] : []), { label, href }, ...parseRichText(text.slice(match.index + link.length))];
}

/** Returns the text with every link reduced to its label. */
export function plainText(text: string): string {
  return parseRichText(text)
    .map((piece) => (typeof piece === 'string' ? piece : piece.label))
    .join('');
}
