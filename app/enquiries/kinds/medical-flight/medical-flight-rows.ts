import type { RowLabel } from '#app/i18n/texts/message.ts';
import { firstCallRows } from '../first-call-rows.ts';
import { journeyRows } from '../flight-request.ts';
import type { Row } from '../row.ts';
import type { MedicalFlight } from './medical-flight-schema.ts';

/** Returns the summary rows of the detailed request form: the journey, the patient, then the needs during transport. */
export function medicalFlightRows(fields: MedicalFlight): Row[] {
  const rows: (Row | undefined)[] = [
    { label: 'flight', value: { choices: [fields.flight] } },
    ...journeyRows(fields),
    { label: 'condition', value: { multilineText: fields.condition } },
    fields.diagnosis === undefined ? undefined : { label: 'diagnosis', value: { multilineText: fields.diagnosis } },
    textRow('patient_name', fields.patientName),
    numberRow('patient_age', fields.patientAge),
    numberRow('patient_height', fields.heightCm),
    numberRow('patient_weight', fields.weightKg),
    numberRow('patient_hip_width', fields.hipWidthCm),
    numberRow('newborn_age', fields.newbornAgeDays),
    fields.gestation === undefined ? undefined : { label: 'gestation', value: { ltr: fields.gestation } },
    numberRow('birth_weight', fields.birthWeightG),
    fields.ventilated && { label: 'ventilated', value: { choices: [fields.ventilated] } },
    textRow('hospital_now', fields.hospitalNow),
    textRow('receiving_hospital', fields.receivingHospital),
    fields.needs.length > 0 ? { label: 'needs', value: { choices: fields.needs } } : undefined,
    fields.companions > 0 ? numberRow('companions', fields.companions) : undefined,
    textRow('relation', fields.relation),
    ...firstCallRows(fields),
  ];
  return rows.filter((row) => row !== undefined);
}

function textRow(label: RowLabel, value: string | undefined): Row | undefined {
  return value === undefined ? undefined : { label, value: { text: value } };
}

function numberRow(label: RowLabel, value: number | undefined): Row | undefined {
  return value === undefined ? undefined : { label, value: { ltr: String(value) } };
}
