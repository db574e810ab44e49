/** The location box in a video's `udta`, as Android writes it, and the size of its text header (length and language). */
const locationBox = Buffer.from('\xa9xyz', 'latin1');
const textHeadLength = 4;
/** ISO 6709: `+24.7136+046.6753/`, with or without an altitude. */
const coordinates = /^[+-][\d.]+[+-][\d.]+(?:[+-][\d.]+)?/;

/** A photo has one or two videos; a file full of such boxes would block the server. */
const maxBoxes = 10_000;

/** Erases the location of the short video that phones append to a photo ("motion photo"); its frames are unchanged. */
export function blankVideoLocation(bytes: Buffer): void {
  let remaining = maxBoxes;
  for (
    let at = bytes.indexOf(locationBox);
    at >= 0 && remaining > 0;
    at = bytes.indexOf(locationBox, at + locationBox.length)
  ) {
    remaining -= 1;
    const start = at + locationBox.length + textHeadLength;
    const [text] = coordinates.exec(bytes.toString('latin1', start, start + 64)) ?? [''];
    // At the end of the file `start` may be out of range, for which `fill` throws.
    if (text) bytes.fill(' ', start, start + text.length);
  }
}
