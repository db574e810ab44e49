import { agencySupplier } from './agency-supplier.ts';

/** Preloaded into the site (`node --import`): its flights come from the stand-in agency at AGENCY_URL. */

const { AGENCY_URL: url = '', AGENCY_TOKEN: token = '', AGENCY_SECRET: secret = '' } = process.env;
globalThis.flightSupplierOverride = agencySupplier(url, { token, secret });
