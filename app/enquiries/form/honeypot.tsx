import { useTranslation } from 'react-i18next';
import { honeypotFieldName } from '#app/forms/field-names.ts';

/** The honeypot. It has a label because text browsers display it. */
export function Honeypot() {
  const { t } = useTranslation('forms');
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label>
        {t('field.leave_empty')} <input type="text" name={honeypotFieldName} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
