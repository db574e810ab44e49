import type { EnquiryKind } from '../../app/enquiries/enquiry.ts';

/** A form of the site, with valid values. */
export interface FormSample {
  name: string;
  path: string;
  /** Returns valid values. They differ on each call, because equal requests become one enquiry. */
  valid(): Record<string, string>;
  /** Names of the fields that tests fill with any text. */
  fieldNames: string[];
  /** The page has no React. */
  isPlain?: true;
}

let counter = 0;

function contactDetails(prefix = ''): Record<string, string> {
  counter += 1;
  return {
    [`${prefix}name`]: `Visitor ${counter}`,
    [`${prefix}phone`]: '+966 50 123 4567',
    [`${prefix}email`]: 'visitor@example.com',
  };
}

const contactFieldNames = (prefix = '') => ['name', 'phone', 'email'].map((name) => prefix + name);

const flight = () => ({ origin: 'RUH', destination: 'MUC', date: '2031-03-27' });

const firstCall = { urgency: 'soon', reach_by: 'whatsapp', reach_hours: 'evening' };
const firstCallFields = ['urgency', 'reach_by', 'reach_hours', 'reach_language'];

const patient = () => ({
  ...flight(),
  ...contactDetails(),
  ...firstCall,
  condition: 'Stroke',
  relation: 'son',
  patient_name: 'Um Ali',
  patient_age: '70',
  patient_height: '165',
  patient_weight: '72.5',
  patient_hip_width: '45',
  diagnosis: 'I63',
  hospital_now: 'KFSH',
  receiving_hospital: 'LMU',
  needs: 'oxygen',
  with_companion: 'on',
  companions: '2',
});

const newborn = () => ({
  ...flight(),
  ...contactDetails(),
  condition: 'Premature',
  newborn_age: '9',
  newborn_gestation: '29+4',
  newborn_birth_weight: '1250',
  newborn_ventilated: 'yes',
});

const newbornTextFields = [
  ...['origin', 'destination', 'date', ...contactFieldNames(), 'condition'],
  ...['newborn_age', 'newborn_gestation', 'newborn_birth_weight', 'newborn_ventilated'],
];

const patientTextFields = [
  ...['origin', 'destination', 'date', ...contactFieldNames(), 'condition', 'relation', 'patient_name', 'patient_age'],
  ...['patient_height', 'patient_weight', 'diagnosis', 'hospital_now', 'receiving_hospital', 'needs', 'companions'],
];

/** By kind: a kind without a form is a compile error. */
const formsByKind: Record<EnquiryKind, FormSample[]> = {
  evacuation: [
    {
      name: 'evacuation',
      path: '/services/evacuation',
      valid: () => ({ ...flight(), ...contactDetails(), ...firstCall }),
      fieldNames: ['origin', 'destination', 'date', ...contactFieldNames(), 'condition', ...firstCallFields],
    },
    {
      name: 'evacuation on the home page',
      path: '?index',
      valid: () => ({ ...flight(), ...contactDetails() }),
      fieldNames: ['origin', 'destination', 'date', ...contactFieldNames(), 'condition'],
    },
  ],
  contact: [
    {
      name: 'contact',
      path: '/contact',
      valid: () => ({ ...contactDetails(), message: 'A question' }),
      fieldNames: [...contactFieldNames(), 'message'],
    },
  ],
  'medical-flight': [
    ...['ground-ambulance', 'air-ambulance?wording=ru'].map((path) => ({
      name: `medical flight by ${path}`,
      path: `/medical-flight/${path}`,
      valid: patient,
      fieldNames: patientTextFields,
    })),
    {
      name: 'medical flight in an incubator',
      path: '/medical-flight/incubator',
      valid: newborn,
      fieldNames: newbornTextFields,
    },
  ],
  hotel: [
    {
      name: 'hotel',
      path: '/services/booking',
      valid: () => ({
        kind: 'hotel',
        hotel_location: 'Berlin',
        hotel_check_in: '2031-03-27',
        hotel_check_out: '2031-04-02',
        hotel_adults: '2',
        hotel_children: '1',
        hotel_child_age_1: '4',
        ...contactDetails('hotel_contact_'),
      }),
      fieldNames: [
        'hotel_location',
        'hotel_check_in',
        'hotel_adults',
        'hotel_children',
        ...contactFieldNames('hotel_contact_'),
        'kind',
      ],
    },
  ],
  chauffeur: [
    {
      name: 'chauffeur',
      path: '/services/booking',
      valid: () => ({ kind: 'chauffeur', chauffeur_drop_off: 'Charité', ...contactDetails('chauffeur_contact_') }),
      fieldNames: [
        ...['chauffeur_pick_up', 'chauffeur_pick_up_date', 'chauffeur_pick_up_time', 'chauffeur_flight'],
        ...['chauffeur_drop_off', 'chauffeur_passengers', ...contactFieldNames('chauffeur_contact_')],
      ],
    },
  ],
  treatment: [
    {
      name: 'treatment',
      path: '/treatment/request',
      valid: () => ({
        wishes: 'second_opinion',
        specialty: 'cardiology',
        illness: 'Narrowed aortic valve',
        question: 'Is an operation needed?',
        patient_age: '70',
        patient_sex: 'male',
        ...contactDetails(),
        wished_time: 'in June',
        payer: 'state',
        companions: '2',
        interpreter: 'on',
      }),
      fieldNames: [
        ...['wishes', 'specialty', 'illness', 'question', 'patient_age', 'patient_sex', ...contactFieldNames()],
        ...['wished_time', 'payer', 'companions', 'interpreter'],
      ],
    },
  ],
  'call-back': [
    {
      name: 'call-back',
      path: '/call-back',
      valid: () => ({ ...contactDetails(), when: 'time', time: '10:30', call_language: 'de' }),
      fieldNames: ['phone', 'name', 'when', 'time', 'zone', 'call_language'],
      isPlain: true,
    },
  ],
  'flight-booking': [
    {
      name: 'flight booking',
      path: '/book-flight',
      valid: () => ({
        origin: 'Riyadh (RUH)',
        destination: 'Munich (MUC)',
        dates: '27.03.2031',
        adults: '2',
        children: '1',
        infants: '0',
        cabin: 'C',
        assistance: 'oxygen',
        condition: 'Stroke in May',
        passenger_names: 'AHMAD ALI',
        payer: 'state',
        ...contactDetails(),
      }),
      fieldNames: [
        ...['origin', 'destination', 'dates', 'adults', 'children', 'infants', 'cabin', 'flights', 'price'],
        ...['price_seen_at', 'seller', 'assistance', 'condition', 'passenger_names', 'payer', ...contactFieldNames()],
      ],
    },
  ],
};

/** Every form of the site that sends an enquiry. */
export const everyForm: FormSample[] = Object.values(formsByKind).flat();

/** @throws if no form has this name */
export function formNamed(name: string): FormSample {
  const form = everyForm.find((candidate) => candidate.name === name);
  if (!form) throw new Error(`No form is named ${name}`);
  return form;
}
