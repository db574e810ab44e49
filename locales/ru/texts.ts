import airports from './airports.json' with { type: 'json' };
import common from './common.json' with { type: 'json' };
import firstCall from './first-call.json' with { type: 'json' };
import forms from './forms.json' with { type: 'json' };
import journey from './journey.json' with { type: 'json' };
import medicalFlight from './medical-flight.json' with { type: 'json' };
import receipt from './receipt.json' with { type: 'json' };

/** The texts, by namespace, of the forms that are also available in Russian. */
export const texts = {
  airports,
  common,
  'first-call': firstCall,
  forms,
  journey,
  'medical-flight': medicalFlight,
  receipt,
};
