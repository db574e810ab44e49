import type { OfferView, SegmentView } from '../flight-view.ts';

/** An offer on its way to the partner who sells it, or why it does not get there. */
export type HandOffView =
  | {
      outcome: 'ready';
      offer: OfferView;
      segments: SegmentView[];
      /** For how long the price has been known (min). */
      age: number;
      /** The list it was chosen from. */
      list: string;
      isSample: boolean;
      /** The partner gave no link when it was asked for. */
      hasFailed?: boolean;
    }
  /** The partner's page takes a form: it sends itself with a script, and has a button. */
  | { outcome: 'form'; gate: string; url: string; params: [string, string][] }
  /** `missing`: the address is incomplete (spec, section 8); `expired` and `gone` as on a flight's page. */
  | { outcome: 'missing' | 'expired' | 'gone'; list: string }
  /** Too many links for one visitor; `retryAfter` in seconds. */
  | { outcome: 'limited'; list: string; retryAfter: number };
