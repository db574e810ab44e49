/**
 * The most that a page may cost on a phone: the benchmark `phone` prints these limits next to its figures, and the
 * end-to-end tests check those that do not depend on the speed of a machine. Bytes are counted as transferred: compressed,
 * with the headers of the responses.
 */
export const pageBudgets = {
  /** A content page and everything it loads before the first touch. */
  contentPage: { bytes: 60_000, requests: 8, renderBlocking: 0 },
  /** A form or a flight page, with the first field touched and its list of suggestions open. */
  touchedForm: { bytes: 150_000, requests: 16, scriptBytes: 95_000 },
  /** Cumulative layout shift of any page. */
  layoutShift: 0.02,
};
