/** Where browsers tell of faults that the server could not see. */
export const faultsPath = '/faults';

/** What failed in a browser: a whole page, or a part of our script that did not arrive. */
export const faultKinds = ['page', 'script'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** What the server is told of a fault: nothing that a visitor wrote, and no address. */
export interface ReportedFault {
  /** Shown to the visitor, and in the log. */
  id: string;
  kind: FaultKind;
  /** The kind of error, such as `TypeError`. */
  name: string;
  /** Places in our own scripts: `index-abc123.js:1:2345`. */
  places: string[];
}

/** As many places of a stack as tell where it was. */
export const mostPlaces = 8;

/** Tells the server, if it can be reached; a browser that cannot has more important things to do. */
export function reportFault({ id, kind, error }: { id: string; kind: FaultKind; error: unknown }): void {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const fault: ReportedFault = {
    id,
    kind,
    name: error instanceof Error ? error.name : 'unknown',
    places: Array.from(stack.matchAll(/\/assets\/([\w.$-]+:\d+:\d+)/g), ([, place = '']) => place).slice(0, mostPlaces),
  };
  try {
    navigator.sendBeacon(faultsPath, JSON.stringify(fault));
  } catch {
    // Some browsers have none, and the page that calls this is the one that says whom to call.
  }
}
