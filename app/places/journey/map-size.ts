/** The size of every map of a journey (px of its view box). */
export const mapSize = { width: 480, height: 280 } as const;
