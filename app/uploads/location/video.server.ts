/** The box of a video's place, as Android writes it, its text's length and language: ISO 14496-12, `udta`. */
const placeBox = Buffer.from('\xa9xyz', 'latin1');
const textHeadLength = 4;
/** ISO 6709: `+24.7136+046.6753/`, with a height or without. */
const place = /^[+-][\d.]+[+-][\d.]+(?:[+-][\d.]+)?/;

/** A photo has one video, two at most; a file made of such boxes would hold up the server. */
const mostBoxes = 10_000;

/** Blanks the place of the short video that phones append to a photo, a "motion photo". Its pictures are not touched. */
export function blankVideoLocation(bytes: Buffer): void {
  let left = mostBoxes;
  for (let at = bytes.indexOf(placeBox); at >= 0 && left > 0; at = bytes.indexOf(placeBox, at + placeBox.length)) {
    left -= 1;
    const start = at + placeBox.length + textHeadLength;
    const [text] = place.exec(bytes.toString('latin1', start, start + 64)) ?? [''];
    // At the file's very end `start` lies behind it, which `fill` does not take.
    if (text) bytes.fill(' ', start, start + text.length);
  }
}
