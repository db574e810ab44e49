/** Matches an upload id: 32 hex digits from the hash of the draft token, then 128 random bits in hex. */
export const uploadIdPattern = /^[0-9a-f]{64}$/;
/** Length of the draft prefix of an upload id. */
export const draftPrefixLength = 32;
