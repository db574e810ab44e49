import type { JourneyMap } from './journey-map.ts';

/** A journey at a glance, in words, so that browsers need neither the lists of places nor the texts. */
export interface JourneyView {
  heading: string;
  /** What a screen reader announces when the journey appears. */
  announcement: string;
  /** What the map shows, in words. */
  description: string;
  map: JourneyMap;
  origin: string;
  destination: string;
  facts: { label: string; text: string; note?: string }[];
  /** A disclaimer: what the facts do not promise. */
  note: string;
}
