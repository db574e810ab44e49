import { useTranslation } from 'react-i18next';
import { ChoiceBoxes } from '#app/forms/inputs/choice-boxes.tsx';
import { ChoiceSelect } from '#app/forms/inputs/choice-select.tsx';
import { CollapsibleSection } from '#app/forms/inputs/collapsible-section.tsx';
import type { TextMetadata } from '#app/forms/inputs/text-field.tsx';
import { languages } from '#app/i18n/languages.ts';
import { reachChannels, reachFieldNames, reachHours, reachLanguages, statedUrgencies } from './first-call-fields.ts';

/** How urgent it is: three radio buttons, none of which is selected at first. */
export function UrgencyInput({ field }: { field: TextMetadata }) {
  const { t } = useTranslation('first-call');
  const { t: forms } = useTranslation('forms');
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">
        {t('urgency.label')} <span className="font-normal text-ink-muted">({forms('field.optional')})</span>
      </legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {statedUrgencies.map((urgency) => (
          <label key={urgency} className="choice last:col-span-2 sm:last:col-span-1">
            <input type="radio" name={field.name} value={urgency} defaultChecked={field.initialValue === urgency} />
            {t(`urgency.${urgency}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** When and how to reach the family: collapsed, because most families have nothing to add to their phone number. */
export function ReachInputs({ fields }: { fields: Record<(typeof reachFieldNames)[number], TextMetadata> }) {
  const { t } = useTranslation('first-call');
  const { t: forms } = useTranslation('forms');
  return (
    <CollapsibleSection
      title={t('reach.title')}
      note={forms('field.optional')}
      hasValueOrError={reachFieldNames.some((name) => Boolean(fields[name].initialValue))}
    >
      <fieldset>
        <legend className="mb-2 font-semibold">{t('reach.by')}</legend>
        <ChoiceBoxes
          field={fields.reach_by}
          choices={reachChannels.map((channel) => ({ value: channel, label: t(`reach.${channel}`) }))}
        />
      </fieldset>
      <div className="grid items-end gap-5 sm:grid-cols-2">
        <ChoiceSelect
          field={fields.reach_hours}
          label={t('reach.hours')}
          hint={t('reach.hours_hint')}
          emptyOptionLabel={t('reach.no_preference')}
          choices={reachHours.map((hours) => ({ value: hours, label: t(`reach.${hours}`) }))}
        />
        <ChoiceSelect
          field={fields.reach_language}
          label={t('reach.language')}
          emptyOptionLabel={t('reach.no_preference')}
          choices={reachLanguages.map((code) => ({ value: code, label: languages[code].name, lang: code }))}
        />
      </div>
    </CollapsibleSection>
  );
}
