/** Matches `exif:GPSLatitude`, `drone-dji:GpsLongtitude` (sic), `drone-parrot:Latitude` and so on. */
const locationPattern = /gps|latitude|long(?:i|ti)tude/i;

/** Whether a property with this name holds a geographic location. */
export function isLocationName(name: string): boolean {
  return locationPattern.test(name);
}

/**
 * Overwrites the location in XMP with spaces (ISO 16684-1): the values of attributes and the content of elements whose
 * names satisfy {@link isLocationName}. Works in place and in a single pass.
 */
export function eraseXmpLocation(xmp: Buffer): void {
  // Latin-1 has one character per byte, so offsets in text and bytes are equal. The names are ASCII.
  const text = xmp.toString('latin1');
  const pattern = new RegExp(locationPattern, 'gi');
  let scannedTo = 0;
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    let nameStart = found.index;
    while (nameStart > scannedTo && isNameCharacter(text.charAt(nameStart - 1))) nameStart -= 1;
    let nameEnd = pattern.lastIndex;
    while (isNameCharacter(text.charAt(nameEnd))) nameEnd += 1;

    const isDeclaration = text.startsWith('xmlns', nameStart);
    const value = isDeclaration
      ? undefined
      : text.charAt(nameStart - 1) === '<'
        ? contentSpan(text, nameEnd)
        : attributeSpan(text, nameEnd);
    if (value) xmp.fill(' ', value.start, value.end);
    scannedTo = pattern.lastIndex = Math.max(value?.end ?? 0, nameEnd);
  }
}

interface Span {
  start: number;
  end: number;
}

function isNameCharacter(character: string): boolean {
  return /[\w.:-]/.test(character);
}

/** Finds the span between the quotes, or to the end of truncated text. */
function attributeSpan(text: string, nameEnd: number): Span | undefined {
  const opening = matchAt(/\s*=\s*(["'])/y, text, nameEnd);
  if (!opening) return undefined;
  const start = nameEnd + opening[0].length;
  const end = text.indexOf(opening[1] ?? '', start);
  return { start, end: end < 0 ? text.length : end };
}

/** Finds the span between the tags of an element, including child elements, or to the end of truncated text. */
function contentSpan(text: string, nameEnd: number): Span | undefined {
  const opening = matchAt(/[^<>]*>/y, text, nameEnd);
  // An empty element has a location only in its attributes, which are matched by their own names.
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
