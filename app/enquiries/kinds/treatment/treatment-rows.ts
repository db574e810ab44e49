import type { Choice, RowLabel } from '#app/i18n/texts/message.ts';
import type { Row } from '../row.ts';
import type { Treatment } from './treatment-schema.ts';

/** Returns the summary rows of a treatment request: what is wanted, the illness, the patient, then the journey. */
export function treatmentRows(fields: Treatment): Row[] {
  const rows: (Row | undefined)[] = [
    choicesRow('wishes', fields.wishes),
    choicesRow('specialty', fields.specialty),
    multilineRow('illness', fields.illness),
    multilineRow('question', fields.question),
    numberRow('patient_age', fields.patientAge),
    choicesRow('patient_sex', fields.patientSex),
    fields.wishedTime === undefined ? undefined : { label: 'wished_time', value: { text: fields.wishedTime } },
    choicesRow('payer', fields.payer),
    numberRow('companions', fields.companions),
    fields.needsInterpreter ? choicesRow('interpreter', 'wanted') : undefined,
  ];
  return rows.filter((row) => row !== undefined);
}

function choicesRow(label: RowLabel, chosen: Choice | readonly Choice[] | undefined): Row | undefined {
  const choices = chosen === undefined ? [] : [chosen].flat();
  return choices.length === 0 ? undefined : { label, value: { choices } };
}

function multilineRow(label: RowLabel, value: string | undefined): Row | undefined {
  return value === undefined ? undefined : { label, value: { multilineText: value } };
}

function numberRow(label: RowLabel, value: number | undefined): Row | undefined {
  return value === undefined ? undefined : { label, value: { ltr: String(value) } };
}
