/** Path of the endpoint for error reports from browsers. */
const errorReportsPath = '/faults';

/** What failed: rendering a page, or loading one of our scripts. */
export const errorKinds = ['page', 'script'] as const;
export type ErrorKind = (typeof errorKinds)[number];

/** An error report. It contains no visitor input and no URL. */
export interface ErrorReport {
  /** The error id, shown to the visitor and logged. */
  id: string;
  kind: ErrorKind;
  /** The error's name, such as `TypeError`. */
  name: string;
  /** Locations in our own scripts: `index-abc123.js:1:2345`. */
  places: string[];
}

/** Maximum number of locations reported. */
export const maxLocations = 8;

/** Reports an error to the server; failures to do so are ignored. */
export function sendErrorReport({ id, kind, error }: { id: string; kind: ErrorKind; error: unknown }): void {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const report: ErrorReport = {
    id,
    kind,
    name: error instanceof Error ? error.name : 'unknown',
    places: Array.from(stack.matchAll(/\/assets\/([\w.$-]+:\d+:\d+)/g), ([, location = '']) => location).slice(
      0,
      maxLocations,
    ),
  };
  try {
    navigator.sendBeacon(errorReportsPath, JSON.stringify(report));
  } catch {
    // Some browsers lack sendBeacon; the page already tells the visitor whom to call.
  }
}
