import callBack from './pages/call-back.json' with { type: 'json' };
import contact from './pages/contact.json' with { type: 'json' };
import medicalFlightAirAmbulance from './pages/medical-flight/air-ambulance.json' with { type: 'json' };
import medicalFlightGroundAmbulance from './pages/medical-flight/ground-ambulance.json' with { type: 'json' };
import medicalFlightIncubator from './pages/medical-flight/incubator.json' with { type: 'json' };
import medicalFlightMedicalEscort from './pages/medical-flight/medical-escort.json' with { type: 'json' };
import privacyPolicy from './pages/privacy-policy.json' with { type: 'json' };
import servicesEvacuation from './pages/services/evacuation.json' with { type: 'json' };

/** The content of the pages that also exist in Russian. */
export const pages = {
  'call-back': callBack,
  contact,
  'medical-flight/air-ambulance': medicalFlightAirAmbulance,
  'medical-flight/ground-ambulance': medicalFlightGroundAmbulance,
  'medical-flight/incubator': medicalFlightIncubator,
  'medical-flight/medical-escort': medicalFlightMedicalEscort,
  'privacy-policy': privacyPolicy,
  'services/evacuation': servicesEvacuation,
};
