/** Text that may hold links, `[words](/path)`: the one markup that the pages' copy knows. */
type Piece = string | { words: string; href: string };

const linkPattern = /\[([^\]]+)\]\(((?:\/|#|https:\/\/)[^\s)]*)\)/;

/** The text in pieces, its links apart. */
export function piecesOf(text: string): Piece[] {
  const found = linkPattern.exec(text);
  if (!found) return text ? [text] : [];
  const [whole, words = '', href = ''] = found;
  const before = text.slice(0, found.index);
  return [...(before ? [before] : []), { words, href }, ...piecesOf(text.slice(found.index + whole.length))];
}

/** The text as it is read, without the addresses of its links. */
export function plainText(text: string): string {
  return piecesOf(text)
    .map((piece) => (typeof piece === 'string' ? piece : piece.words))
    .join('');
}
