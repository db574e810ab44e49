import type { Steps } from '#app/clock/time-slices.ts';

/** Type of the location box that Android writes into the `udta` box of a video. */
const locationBox = Buffer.from('\xa9xyz', 'latin1');
/** Size in bytes of the text's header, which holds its length and language. */
const textHeaderLength = 4;
/** Matches coordinates (ISO 6709): `+24.7136+046.6753/`, with or without an altitude. */
const coordinates = /^[+-][\d.]+[+-][\d.]+(?:[+-][\d.]+)?/;

/** Limits the work: a photo has one or two videos, and a file full of location boxes would block the server. */
const maxBoxes = 10_000;

/**
 * Erases the GPS location stored in the short video that phones append to a photo ("motion photo"). Its frames are
 * unchanged.
 */
export function* eraseVideoLocation(bytes: Buffer): Steps<void> {
  let remaining = maxBoxes;
  for (
    let at = bytes.indexOf(locationBox);
    at >= 0 && remaining > 0;
    at = bytes.indexOf(locationBox, at + locationBox.length)
  ) {
    remaining -= 1;
    yield;
    const start = at + locationBox.length + textHeaderLength;
    const [text] = coordinates.exec(bytes.toString('latin1', start, start + 64)) ?? [''];
    // At the end of the file `start` may be out of range, and then `fill` would throw.
    if (text) bytes.fill(' ', start, start + text.length);
  }
}
