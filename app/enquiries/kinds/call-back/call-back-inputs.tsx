import { useTranslation } from 'react-i18next';
import { ReplyAndHours } from '#app/company/reply-and-hours.tsx';
import { SelectField, TextField, type TextMetadata, useFieldError } from '#app/forms/inputs/text-field.tsx';
import { canonicalTimeZone, timeZoneName } from '#app/i18n/format/time-zones.ts';
import { languages, pathIn } from '#app/i18n/languages.ts';
import { useFormLanguage } from '#app/i18n/use-language.ts';
import { FieldError } from '#app/ui/controls/field.tsx';
import { NameInput, PhoneInput } from '../../contact-details/contact-inputs.tsx';
import { reachLanguages } from '../../first-call/first-call-fields.ts';
import { type callBackFieldNames, callTimes } from './call-back-fields.ts';
import { offeredTimeZones } from './offered-time-zones.ts';

/** The form's fields as the inputs show them. */
export type CallBackInput = Record<(typeof callBackFieldNames)[number], string | undefined>;

type Fields = Record<(typeof callBackFieldNames)[number], TextMetadata>;

/**
 * The inputs of the request for a call, and the notices beside its send button. A script fills in the device's time
 * zone (`data-time-zone`); without it, the server derives the time zone from the phone number.
 * @param hasTimeZoneField whether the visitor can choose another time zone
 */
export function CallBackInputs({ fields, hasTimeZoneField = false }: { fields: Fields; hasTimeZoneField?: boolean }) {
  const { t } = useTranslation('call-back');
  const { t: common } = useTranslation();
  const language = useFormLanguage();
  const whenError = useFieldError(fields.when);
  return (
    <div className="grid items-end gap-5 sm:grid-cols-2">
      <PhoneInput field={fields.phone} />
      <NameInput field={fields.name} isOptional />
      <fieldset className="grid gap-2 sm:col-span-2">
        <legend className="mb-1.5 font-semibold">{t('when.legend')}</legend>
        {whenError && <FieldError>{whenError}</FieldError>}
        <div className="grid gap-2 sm:grid-cols-3">
          {callTimes.map((time) => (
            <label key={time} className="choice">
              <input
                type="radio"
                name={fields.when.name}
                value={time}
                id={time === callTimes[0] ? fields.when.id : undefined}
                defaultChecked={time === (fields.when.initialValue ?? 'today')}
              />
              {t(`when.${time}`)}
            </label>
          ))}
          <div className="if-ticked grid items-end gap-5 pt-2 sm:col-span-3 sm:grid-cols-2">
            <TextField
              field={fields.time}
              label={t('time_label')}
              hint={t('time_hint')}
              // A time input would discard a value that it cannot parse; a text input lets the visitor correct it.
              type={/^(?:\d\d:\d\d)?$/.test(fields.time.initialValue ?? '') ? 'time' : 'text'}
              dir="ltr"
            />
            {hasTimeZoneField && <TimeZoneField field={fields.zone} />}
          </div>
        </div>
      </fieldset>
      {!hasTimeZoneField && <input type="hidden" name={fields.zone.name} data-time-zone />}
      <SelectField field={fields.call_language} label={t('language')} preset={language}>
        {reachLanguages.map((code) => (
          <option key={code} value={code} lang={code}>
            {languages[code].name}
          </option>
        ))}
      </SelectField>
      <div className="grid gap-1 text-small text-ink-muted">
        <ReplyAndHours isUrgent={false} />
        <p>
          {t('form.privacy')} {/* Opens in a new tab, so that the input is not lost. */}
          <a
            href={pathIn(language, '/privacy-policy')}
            target="_blank"
            rel="noopener"
            className="text-action underline"
          >
            {common('nav.privacy_policy')}
          </a>
        </p>
      </div>
    </div>
  );
}

function TimeZoneField({ field }: { field: TextMetadata }) {
  const { t } = useTranslation('call-back');
  const language = useFormLanguage();
  const { initialValue = '' } = field;
  // The device's time zone, if we do not offer it.
  const unofferedTimeZones =
    canonicalTimeZone(initialValue) !== undefined && !offeredTimeZones.includes(initialValue) ? [initialValue] : [];
  return (
    <SelectField field={field} label={t('zone')}>
      <option value="" data-time-zone="">
        {t('zone_auto')}
      </option>
      {[...unofferedTimeZones, ...offeredTimeZones].map((timeZone) => (
        <option key={timeZone} value={timeZone}>
          {timeZoneName(timeZone, language)}
        </option>
      ))}
    </SelectField>
  );
}
