import airports from './airports.json' with { type: 'json' };
import callBack from './call-back.json' with { type: 'json' };
import common from './common.json' with { type: 'json' };
import company from './company.json' with { type: 'json' };
import consent from './consent.json' with { type: 'json' };
import contact from './contact.json' with { type: 'json' };
import evacuation from './evacuation.json' with { type: 'json' };
import firstCall from './first-call.json' with { type: 'json' };
import forms from './forms.json' with { type: 'json' };
import frame from './frame.json' with { type: 'json' };
import journey from './journey.json' with { type: 'json' };
import medicalFlight from './medical-flight.json' with { type: 'json' };
import receipt from './receipt.json' with { type: 'json' };

/** The texts, by namespace, of the pages that also exist in Russian. */
export const texts = {
  airports,
  'call-back': callBack,
  common,
  company,
  consent,
  contact,
  evacuation,
  'first-call': firstCall,
  forms,
  frame,
  journey,
  'medical-flight': medicalFlight,
  receipt,
};
