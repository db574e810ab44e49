/** A part of a text: plain text, or a link `[words](/path)`, the only markup in the pages' content. */
type Piece = string | { words: string; href: string };

const linkPattern = /\[([^\]]+)\]\(((?:\/|#|https:\/\/)[^\s)]*)\)/;

/** Splits a text into plain parts and links. */
export function piecesOf(text: string): Piece[] {
  const found = linkPattern.exec(text);
  if (!found) return text ? [text] : [];
  const [whole, words = '', href = ''] = found;
  const before = text.slice(0, found.index);
  return [...(before ? [before] : []), { words, href }, ...piecesOf(text.slice(found.index + whole.length))];
}

/** The text without the URLs of its links. */
export function plainText(text: string): string {
  return piecesOf(text)
    .map((piece) => (typeof piece === 'string' ? piece : piece.words))
    .join('');
}
