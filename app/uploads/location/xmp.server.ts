/** `exif:GPSLatitude`, `drone-dji:GpsLongtitude` (so spelled by its maker), `drone-parrot:Latitude` and the like. */
const placeWord = /gps|latitude|long(?:i|ti)tude/i;

/** Whether a property of this name speaks of a place on the map. */
export function namesLocation(name: string): boolean {
  return placeWord.test(name);
}

/**
 * Overwrites with blanks what XMP says about the place (ISO 16684-1): the values of attributes and the content of
 * elements whose names speak of one. Works in place and keeps the length. One pass: it never looks back.
 */
export function blankXmpLocation(xmp: Buffer): void {
  // One character for each byte, so that positions are the same; what is searched for is ASCII in UTF-8.
  const text = xmp.toString('latin1');
  const word = new RegExp(placeWord, 'gi');
  let done = 0;
  for (let found = word.exec(text); found; found = word.exec(text)) {
    let nameStart = found.index;
    while (nameStart > done && isNameCharacter(text.charAt(nameStart - 1))) nameStart -= 1;
    let nameEnd = word.lastIndex;
    while (isNameCharacter(text.charAt(nameEnd))) nameEnd += 1;

    const isDeclaration = text.startsWith('xmlns', nameStart);
    const value = isDeclaration
      ? undefined
      : text.charAt(nameStart - 1) === '<'
        ? contentOf(text, nameEnd)
        : attributeValue(text, nameEnd);
    if (value) xmp.fill(' ', value.start, value.end);
    done = word.lastIndex = Math.max(value?.end ?? 0, nameEnd);
  }
}

interface Span {
  start: number;
  end: number;
}

function isNameCharacter(character: string): boolean {
  return /[\w.:-]/.test(character);
}

/** From one quote to the next; to the end of a text that is cut off. */
function attributeValue(text: string, nameEnd: number): Span | undefined {
  const opening = matchAt(/\s*=\s*(["'])/y, text, nameEnd);
  if (!opening) return undefined;
  const start = nameEnd + opening[0].length;
  const end = text.indexOf(opening[1] ?? '', start);
  return { start, end: end < 0 ? text.length : end };
}

/** All between an element's tags, elements inside it included; to the end of a text that is cut off. */
function contentOf(text: string, nameEnd: number): Span | undefined {
  const opening = matchAt(/[^<>]*>/y, text, nameEnd);
  // In an empty element the place can only stand in attributes, which have names of their own.
  if (!opening || opening[0].endsWith('/>')) return undefined;
  const start = nameEnd + opening[0].length;
  const tag = /<(?![!?])(\/?)[^<>]*>/g;
  tag.lastIndex = start;
  let depth = 1;
  for (let found = tag.exec(text); found; found = tag.exec(text)) {
    if (found[1]) depth -= 1;
    else if (!found[0].endsWith('/>')) depth += 1;
    if (depth === 0) return { start, end: found.index };
  }
  return { start, end: text.length };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
