import { firstCallRows } from '../first-call-rows.ts';
import { journeyRows } from '../flight-request.ts';
import { choicesRow, multilineRow, numberRow, type Row, statedRows, textRow } from '../row.ts';
import type { MedicalFlight } from './medical-flight-schema.ts';

/** Returns the summary rows of the detailed request form: the journey, the patient, then the needs during transport. */
export function medicalFlightRows(fields: MedicalFlight): Row[] {
  return statedRows([
    choicesRow('flight', fields.flight),
    ...journeyRows(fields),
    multilineRow('condition', fields.condition),
    multilineRow('diagnosis', fields.diagnosis),
    textRow('patient_name', fields.patientName),
    numberRow('patient_age', fields.patientAge),
    numberRow('patient_height', fields.heightCm),
    numberRow('patient_weight', fields.weightKg),
    numberRow('patient_hip_width', fields.hipWidthCm),
    numberRow('newborn_age', fields.newbornAgeDays),
    fields.gestation === undefined ? undefined : { label: 'gestation', value: { ltr: fields.gestation } },
    numberRow('birth_weight', fields.birthWeightG),
    choicesRow('ventilated', fields.ventilated),
    textRow('hospital_now', fields.hospitalNow),
    textRow('receiving_hospital', fields.receivingHospital),
    choicesRow('needs', fields.needs),
    fields.companions > 0 ? numberRow('companions', fields.companions) : undefined,
    textRow('relation', fields.relation),
    ...firstCallRows(fields),
  ]);
}
