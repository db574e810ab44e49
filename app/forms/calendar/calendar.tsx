import { format } from 'date-fns/format';
import { useMemo } from 'react';
import { type ChevronProps, DayPicker, type RootProps } from 'react-day-picker';
import { useTranslation } from 'react-i18next';
import { isIsoDate, type IsoDate } from '#app/i18n/format/dates.ts';
import { type FormLanguage, languages } from '#app/i18n/languages.ts';
import { useFormLanguage } from '#app/i18n/use-language.ts';
import { Icon } from '#app/ui/icon.tsx';

const step =
  'grid h-11 w-11 place-items-center rounded text-action hover:bg-action-soft focus-visible:-outline-offset-2 aria-disabled:cursor-not-allowed aria-disabled:bg-transparent aria-disabled:text-line-control';

const classNames = {
  month: 'flex flex-wrap items-center justify-between',
  button_previous: step,
  button_next: step,
  caption_label: 'block font-semibold first-letter:uppercase',
  month_grid: 'w-full table-fixed',
  weekday: 'h-9 p-0 text-small font-normal text-ink-muted',
  day: 'group/day h-11 p-0',
  day_button: [
    'h-11 w-full rounded hover:bg-action-soft focus-visible:-outline-offset-2',
    'disabled:cursor-not-allowed disabled:bg-transparent disabled:text-line-control',
    'group-data-[today]/day:border-2 group-data-[today]/day:border-line-control group-data-[today]/day:font-semibold',
    'group-data-[selected]/day:bg-action group-data-[selected]/day:font-semibold group-data-[selected]/day:text-ink-inverse',
    'forced-colors:group-data-[selected]/day:bg-[Highlight] forced-colors:group-data-[selected]/day:text-[HighlightText]',
    'forced-colors:group-data-[selected]/day:[forced-color-adjust:none]',
  ].join(' '),
};

const components = { Root, Chevron };

/**
 * A month of days, opened at the chosen day and with the focus on it. Names of months and days are the browser's own,
 * in the calendar and digits of the page's locale: no language's names travel.
 */
export function Calendar({
  chosen = '',
  min,
  onChoose,
}: {
  /** What stands in the field; nothing is marked unless it is yyyy-MM-dd. */
  chosen?: string;
  /** The first day that may be chosen. */
  min?: IsoDate;
  onChoose: (day: IsoDate) => void;
}) {
  const { t } = useTranslation('forms');
  const formLanguage = useFormLanguage();
  const names = useMemo(() => namesIn(formLanguage), [formLanguage]);
  const selected = isIsoDate(chosen) ? midnight(chosen) : undefined;
  const first = min === undefined ? undefined : midnight(min);
  return (
    <DayPicker
      mode="single"
      required
      selected={selected}
      onSelect={(day) => onChoose(format(day, 'yyyy-MM-dd'))}
      defaultMonth={selected}
      startMonth={first}
      disabled={first && { before: first }}
      // eslint-disable-next-line jsx-a11y/no-autofocus -- it has been asked for, and takes the focus from its button
      autoFocus
      fixedWeeks
      dir={names.dir}
      weekStartsOn={languages[formLanguage].firstDayOfWeek}
      navLayout="around"
      formatters={{ formatCaption: names.month, formatWeekdayName: names.weekdayHead }}
      labels={{
        labelPrevious: () => t('calendar.previous'),
        labelNext: () => t('calendar.next'),
        labelGrid: names.month,
        labelWeekday: names.weekday,
        labelDayButton: (date, { today, selected: isChosen }) => {
          const day = today ? t('calendar.today', { day: names.day(date) }) : names.day(date);
          return isChosen ? t('calendar.chosen', { day }) : day;
        },
      }}
      classNames={classNames}
      components={components}
    />
  );
}

/** The beginning of a day on this device's clock; without a time the text would mean UTC. */
function midnight(day: IsoDate): Date {
  return new Date(`${day}T00:00`);
}

function namesIn(formLanguage: FormLanguage) {
  const { dir, locale, weekdayLength } = languages[formLanguage];
  const as = (options: Intl.DateTimeFormatOptions) => {
    const words = new Intl.DateTimeFormat(locale, options);
    return (date: Date) => words.format(date);
  };
  return {
    dir,
    month: as({ month: 'long', year: 'numeric' }),
    weekday: as({ weekday: 'long' }),
    weekdayHead: as({ weekday: weekdayLength }),
    day: as({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  };
}

/** Without the `lang` of the package's own English names: the page around it tells the language. */
function Root({ rootRef, lang: _lang, ...props }: RootProps) {
  return <div {...props} ref={rootRef} />;
}

function Chevron({ orientation }: ChevronProps) {
  return <Icon name={orientation === 'right' ? 'chevron-right' : 'chevron-left'} />;
}
