import type { OfferView, SegmentView } from '../view/flight-view.ts';

/** State of handing a visitor over to the partner that sells an offer. */
export type HandOffView =
  | {
      outcome: 'ready';
      offer: OfferView;
      segments: SegmentView[];
      /** Age of the price (min). */
      age: number;
      /** URL of the list it was chosen from. */
      list: string;
      isSample: boolean;
      /** The partner's link was requested and could not be obtained. */
      hasFailed?: boolean;
    }
  /** The partner requires a form post: a script submits it, and it has a button. */
  | { outcome: 'form'; gate: string; url: string; params: [string, string][] }
  /** `missing`: the URL is incomplete (spec, section 8); `expired` and `gone`: as on a flight's page. */
  | { outcome: 'missing' | 'expired' | 'gone'; list: string }
  /** Rate limit for booking links exceeded; `retryAfter` in seconds. */
  | { outcome: 'limited'; list: string; retryAfter: number };
