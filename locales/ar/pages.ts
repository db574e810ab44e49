import about from './pages/about.json' with { type: 'json' };
import accessibility from './pages/accessibility.json' with { type: 'json' };
import afterTreatment from './pages/after-treatment.json' with { type: 'json' };
import bookFlight from './pages/book-flight.json' with { type: 'json' };
import callBack from './pages/call-back.json' with { type: 'json' };
import careers from './pages/careers.json' with { type: 'json' };
import contact from './pages/contact.json' with { type: 'json' };
import cookiesPolicy from './pages/cookies-policy.json' with { type: 'json' };
import costs from './pages/costs.json' with { type: 'json' };
import familyGuide from './pages/family-guide.json' with { type: 'json' };
import flights from './pages/flights.json' with { type: 'json' };
import helpCenter from './pages/help-center.json' with { type: 'json' };
import home from './pages/home.json' with { type: 'json' };
import imprint from './pages/imprint.json' with { type: 'json' };
import inCaseOfDeath from './pages/in-case-of-death.json' with { type: 'json' };
import isItUs from './pages/is-it-us.json' with { type: 'json' };
import medicalFlightAirAmbulance from './pages/medical-flight/air-ambulance.json' with { type: 'json' };
import medicalFlightGroundAmbulance from './pages/medical-flight/ground-ambulance.json' with { type: 'json' };
import medicalFlightIncubator from './pages/medical-flight/incubator.json' with { type: 'json' };
import medicalFlightMedicalEscort from './pages/medical-flight/medical-escort.json' with { type: 'json' };
import partners from './pages/partners.json' with { type: 'json' };
import press from './pages/press.json' with { type: 'json' };
import privacyPolicy from './pages/privacy-policy.json' with { type: 'json' };
import services from './pages/services.json' with { type: 'json' };
import servicesBooking from './pages/services/booking.json' with { type: 'json' };
import servicesConsultation from './pages/services/consultation.json' with { type: 'json' };
import servicesEvacuation from './pages/services/evacuation.json' with { type: 'json' };
import servicesNursing from './pages/services/nursing.json' with { type: 'json' };
import servicesTranslation from './pages/services/translation.json' with { type: 'json' };
import servicesTransport from './pages/services/transport.json' with { type: 'json' };
import sponsoredPatients from './pages/sponsored-patients.json' with { type: 'json' };
import termsOfService from './pages/terms-of-service.json' with { type: 'json' };
import treatment from './pages/treatment.json' with { type: 'json' };
import treatmentCardiology from './pages/treatment/cardiology.json' with { type: 'json' };
import treatmentCheckUps from './pages/treatment/check-ups.json' with { type: 'json' };
import treatmentDentalSurgery from './pages/treatment/dental-surgery.json' with { type: 'json' };
import treatmentNeurology from './pages/treatment/neurology.json' with { type: 'json' };
import treatmentOncology from './pages/treatment/oncology.json' with { type: 'json' };
import treatmentOrthopaedicSurgery from './pages/treatment/orthopaedic-surgery.json' with { type: 'json' };
import treatmentPaediatrics from './pages/treatment/paediatrics.json' with { type: 'json' };
import treatmentPlasticSurgery from './pages/treatment/plastic-surgery.json' with { type: 'json' };
import treatmentRehabilitation from './pages/treatment/rehabilitation.json' with { type: 'json' };
import treatmentRequest from './pages/treatment/request.json' with { type: 'json' };
import visa from './pages/visa.json' with { type: 'json' };

/** The pages' content in Arabic, by page. */
export const pages = {
  about,
  'book-flight': bookFlight,
  'call-back': callBack,
  accessibility,
  'after-treatment': afterTreatment,
  careers,
  contact,
  'cookies-policy': cookiesPolicy,
  costs,
  'family-guide': familyGuide,
  flights,
  'help-center': helpCenter,
  home,
  imprint,
  'in-case-of-death': inCaseOfDeath,
  'is-it-us': isItUs,
  'medical-flight/air-ambulance': medicalFlightAirAmbulance,
  'medical-flight/ground-ambulance': medicalFlightGroundAmbulance,
  'medical-flight/incubator': medicalFlightIncubator,
  'medical-flight/medical-escort': medicalFlightMedicalEscort,
  partners,
  press,
  'privacy-policy': privacyPolicy,
  services,
  'services/booking': servicesBooking,
  'services/consultation': servicesConsultation,
  'services/evacuation': servicesEvacuation,
  'services/nursing': servicesNursing,
  'services/translation': servicesTranslation,
  'services/transport': servicesTransport,
  'sponsored-patients': sponsoredPatients,
  'terms-of-service': termsOfService,
  treatment,
  'treatment/cardiology': treatmentCardiology,
  'treatment/check-ups': treatmentCheckUps,
  'treatment/dental-surgery': treatmentDentalSurgery,
  'treatment/neurology': treatmentNeurology,
  'treatment/oncology': treatmentOncology,
  'treatment/orthopaedic-surgery': treatmentOrthopaedicSurgery,
  'treatment/paediatrics': treatmentPaediatrics,
  'treatment/plastic-surgery': treatmentPlasticSurgery,
  'treatment/rehabilitation': treatmentRehabilitation,
  'treatment/request': treatmentRequest,
  visa,
};
