/** The size of every map of a journey (viewBox units). */
export const mapSize = { width: 480, height: 280 } as const;
