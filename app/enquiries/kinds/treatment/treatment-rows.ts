import { choicesRow, multilineRow, numberRow, type Row, statedRows, textRow } from '../row.ts';
import type { Treatment } from './treatment-schema.ts';

/** Returns the summary rows of a treatment request: what is wanted, the illness, the patient, then the journey. */
export function treatmentRows(fields: Treatment): Row[] {
  return statedRows([
    choicesRow('wishes', fields.wishes),
    choicesRow('specialty', fields.specialty),
    multilineRow('illness', fields.illness),
    multilineRow('question', fields.question),
    numberRow('patient_age', fields.patientAge),
    choicesRow('patient_sex', fields.patientSex),
    textRow('wished_time', fields.wishedTime),
    choicesRow('payer', fields.payer),
    numberRow('companions', fields.companions),
    fields.needsInterpreter ? choicesRow('interpreter', 'wanted') : undefined,
  ]);
}
