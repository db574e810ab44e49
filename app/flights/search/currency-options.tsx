import { useTranslation } from 'react-i18next';
import { currencies } from '../model/currency.ts';

/** The options of a select for the currency of prices; the first one is the default. */
export function CurrencyOptions() {
  const { t } = useTranslation('flight-search');
  return (
    <>
      <option value="">{t('form.currency_default')}</option>
      {currencies.map((code) => (
        <option key={code} value={code}>
          {t(`currency.${code}`)}
        </option>
      ))}
    </>
  );
}
