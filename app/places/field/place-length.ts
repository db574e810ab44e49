/** How many characters a place may have: room for a hospital with its street, town and country. */
export const placeLength = { max: 500 };
