/** The box of a video's place, as Android writes it, its text's length and language: ISO 14496-12, `udta`. */
const placeBox = Buffer.from('\xa9xyz', 'latin1');
const textHeadLength = 4;
/** ISO 6709: `+24.7136+046.6753/`, with a height or without. */
const place = /^[+-][\d.]+[+-][\d.]+(?:[+-][\d.]+)?/;

/** Blanks the place of the short video that phones append to a photo, a "motion photo". Its pictures are not touched. */
export function blankVideoLocation(bytes: Buffer): void {
  for (let at = bytes.indexOf(placeBox); at >= 0; at = bytes.indexOf(placeBox, at + placeBox.length)) {
    const start = at + placeBox.length + textHeadLength;
    const [text] = place.exec(bytes.toString('latin1', start, start + 64)) ?? [''];
    bytes.fill(' ', start, start + text.length);
  }
}
