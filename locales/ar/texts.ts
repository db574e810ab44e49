import airports from './airports.json' with { type: 'json' };
import booking from './booking.json' with { type: 'json' };
import callBack from './call-back.json' with { type: 'json' };
import common from './common.json' with { type: 'json' };
import company from './company.json' with { type: 'json' };
import consent from './consent.json' with { type: 'json' };
import contact from './contact.json' with { type: 'json' };
import evacuation from './evacuation.json' with { type: 'json' };
import firstCall from './first-call.json' with { type: 'json' };
import flightBooking from './flight-booking.json' with { type: 'json' };
import flightSearch from './flight-search.json' with { type: 'json' };
import flights from './flights.json' with { type: 'json' };
import forms from './forms.json' with { type: 'json' };
import frame from './frame.json' with { type: 'json' };
import handOff from './hand-off.json' with { type: 'json' };
import journey from './journey.json' with { type: 'json' };
import medicalFlight from './medical-flight.json' with { type: 'json' };
import receipt from './receipt.json' with { type: 'json' };
import treatment from './treatment.json' with { type: 'json' };

/** The interface texts in Arabic, by namespace. */
export const texts = {
  airports,
  booking,
  'call-back': callBack,
  common,
  company,
  consent,
  contact,
  evacuation,
  'first-call': firstCall,
  'flight-booking': flightBooking,
  'flight-search': flightSearch,
  flights,
  forms,
  frame,
  'hand-off': handOff,
  journey,
  'medical-flight': medicalFlight,
  receipt,
  treatment,
};
