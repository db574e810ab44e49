import type { RowLabel } from '#app/i18n/message.ts';
import type { Row } from '../enquiry-rows.ts';
import type { MedicalFlight } from './medical-flight-schema.ts';

/** The long request in rows: the way first, then the patient, then what the way needs. */
export function medicalFlightRows(sent: MedicalFlight): Row[] {
  const place = (text: string) => (sent.flight === 'ground-ambulance' ? { words: text } : { airport: text });
  const rows: (Row | undefined)[] = [
    { label: 'flight', value: { choices: [sent.flight] } },
    { label: 'from', value: place(sent.origin) },
    { label: 'to', value: place(sent.destination) },
    sent.asSoonAsPossible
      ? { label: 'date', value: { choices: ['as_soon_as_possible'] } }
      : sent.date === undefined
        ? undefined
        : { label: 'date', value: { date: sent.date } },
    { label: 'condition', value: { lines: sent.condition } },
    sent.diagnosis === undefined ? undefined : { label: 'diagnosis', value: { lines: sent.diagnosis } },
    words('patient_name', sent.patientName),
    number('patient_age', sent.patientAge),
    number('patient_height', sent.heightCm),
    number('patient_weight', sent.weightKg),
    number('patient_hip_width', sent.hipWidthCm),
    words('hospital_now', sent.hospitalNow),
    words('receiving_hospital', sent.receivingHospital),
    sent.needs.length > 0 ? { label: 'needs', value: { choices: sent.needs } } : undefined,
    sent.companions > 0 ? number('companions', sent.companions) : undefined,
    words('relation', sent.relation),
  ];
  return rows.filter((row) => row !== undefined);
}

function words(label: RowLabel, value: string | undefined): Row | undefined {
  return value === undefined ? undefined : { label, value: { words: value } };
}

function number(label: RowLabel, value: number | undefined): Row | undefined {
  return value === undefined ? undefined : { label, value: { latin: String(value) } };
}
