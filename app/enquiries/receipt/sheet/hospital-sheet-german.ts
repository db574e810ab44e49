/**
 * The German texts of the hospital sheet, for doctors in Germany. They are not in `locales`, because German is not a language
 * of the site. The keys match `sheet.*` in the receipt's texts.
 */
export const hospitalSheetGerman = {
  title: 'Unterlagen für die Behandlung in Deutschland',
  patient: 'Vor- und Nachname, Geburtsdatum der Patientin oder des Patienten',
  wanted: 'Bitte geben Sie der Patientin, dem Patienten oder den Angehörigen Kopien dieser Unterlagen mit',
  reports: 'Aktuelle Arztberichte und Entlassungsberichte',
  surgery: 'Operationsberichte',
  pathology: 'Pathologische oder histologische Befunde',
  imaging: 'Bildgebung mit Befunden: CT, MRT, PET',
  other: 'Weiteres: Medikation, Labor, Beatmung, Abstriche',
  age: 'Die Unterlagen sollen nicht älter als 3 Monate sein.',
} as const;

/** The required documents (spec, section 1), in the order of the sheet. */
export const requiredDocuments = ['reports', 'surgery', 'pathology', 'imaging', 'other'] as const;
