import type { Choice, RowLabel } from '#app/i18n/texts/message.ts';

/** German row labels for the company's staff. Visitors never see them, because German is not a language of the site. */
const row: Record<RowLabel, string> = {
  from: 'Von',
  to: 'Nach',
  date: 'Wunschtermin',
  name: 'Name',
  phone: 'Telefon',
  email: 'E-Mail',
  message: 'Nachricht',
  location: 'Ort',
  check_in: 'Anreise',
  check_out: 'Abreise',
  adults: 'Erwachsene',
  children: 'Kinder',
  child_ages: 'Alter der Kinder',
  pick_up: 'Abholort',
  pick_up_date: 'Tag der Abholung',
  pick_up_time: 'Uhrzeit der Abholung',
  flight_number: 'Flugnummer',
  drop_off: 'Ziel',
  passengers: 'Fahrgäste',
  flight: 'Art des Transports',
  condition: 'Zustand des Patienten',
  diagnosis: 'Diagnose',
  patient_name: 'Name des Patienten',
  patient_age: 'Alter des Patienten in Jahren',
  patient_height: 'Größe in cm',
  patient_weight: 'Gewicht in kg',
  patient_hip_width: 'Hüftbreite in cm',
  hospital_now: 'Derzeitiges Krankenhaus',
  receiving_hospital: 'Aufnehmendes Krankenhaus',
  needs: 'Unterwegs benötigt',
  companions: 'Begleitpersonen',
  relation: 'Verhältnis zum Patienten',
};

/** German labels of choices, for the company's staff. */
const choice: Record<Choice, string> = {
  as_soon_as_possible: 'So bald wie möglich',
  no_date: 'Kein Termin angegeben',
  'air-ambulance': 'Ambulanzflug',
  incubator: 'Inkubator',
  'ground-ambulance': 'Krankentransport am Boden',
  'medical-escort': 'Begleitung durch Arzt oder medizinisches Team',
  oxygen: 'Sauerstoff',
  ventilator: 'Beatmungsgerät',
  intensive_care: 'Intensivmedizinische Betreuung',
  stretcher: 'Trage',
};

export const germanLabels = { row, choice };
