let isFromDocument = true;

/**
 * Returns how long ago the data that a page shows was loaded, for effects that run when it changes (ms). What came with
 * the document may be old, because React starts late; anything else has just arrived.
 */
export function ageOfData(): number {
  return isFromDocument ? performance.now() : 0;
}

/** Tells {@link ageOfData} that the effects of the document's own data have run. */
export function endOfDocumentData(): void {
  isFromDocument = false;
}
