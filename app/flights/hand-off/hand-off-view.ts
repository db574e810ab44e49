import type { OfferView, SegmentView } from '../view/flight-view.ts';

/** View model of the hand-off page. */
export type HandOffView =
  | {
      outcome: 'ready';
      offer: OfferView;
      /** Number of travellers that the price is for. */
      travellers: number;
      segments: SegmentView[];
      /** Age of the price (min). */
      age: number;
      /** URL of the list of flights. */
      listUrl: string;
      /** URL of the form that asks the company to book the offer. */
      requestUrl: string;
      isSample: boolean;
      /** Whether a request for the partner's link failed. */
      hasFailed?: boolean;
    }
  /** The partner requires a POST form. A script submits the form; without JavaScript, a button does. */
  | {
      outcome: 'form';
      gate: string;
      url: string;
      params: [string, string][];
      /** How long the partner's page can be opened (whole minutes), if the partner says so. */
      minutes?: number;
    }
  /** `missing`: the URL is incomplete (spec, section 8); `expired` and `gone`: as on a flight's page. */
  | { outcome: 'missing' | 'expired' | 'gone'; listUrl: string }
  /** The rate limit for booking links was exceeded; `retryAfter` is in seconds. */
  | { outcome: 'limited'; listUrl: string; retryAfter: number };
