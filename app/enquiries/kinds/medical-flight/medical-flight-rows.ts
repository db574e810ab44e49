import type { RowLabel } from '#app/i18n/texts/message.ts';
import { journeyRows } from '../flight-request.ts';
import type { Row } from '../row.ts';
import type { MedicalFlight } from './medical-flight-schema.ts';

/** The summary rows of the long request: the journey, the patient, then the needs on the way. */
export function medicalFlightRows(sent: MedicalFlight): Row[] {
  const rows: (Row | undefined)[] = [
    { label: 'flight', value: { choices: [sent.flight] } },
    ...journeyRows(sent),
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
