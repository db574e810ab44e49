/** Company facts as a page shows them, in its language. */

/** When the company can be reached and how soon it replies; undefined where it does not say. */
export interface CompanyTimes {
  /** The week, starting with Monday. On a day without periods, nobody answers. */
  hours?: { days: string; periods: { germany: string; riyadh: string }[] }[] | undefined;
  /** How far the clocks in Riyadh are ahead (minutes); undefined without hours. */
  riyadhAhead?: number | undefined;
  urgentReply?: string | undefined;
  otherReply?: string | undefined;
}

export interface ShownPerson {
  name: string;
  role: string;
  /** The names of the languages that the person speaks; empty if unknown. */
  languages: string;
  /** URL path. */
  picture?: string | undefined;
}

export interface ShownPartner {
  name: string;
  description?: string | undefined;
  address?: string | undefined;
  website?: string | undefined;
  /** URL path. */
  logo?: string | undefined;
}

export interface ShownMembership {
  name: string;
  website: string;
}
