import { format } from 'date-fns/format';
import { useMemo } from 'react';
import { type ChevronProps, DayPicker, type RootProps } from 'react-day-picker';
import { useTranslation } from 'react-i18next';
import { isIsoDate, type IsoDate } from '#app/i18n/format/dates.ts';
import { type FormLanguage, languages } from '#app/i18n/languages.ts';
import { useFormLanguage } from '#app/i18n/use-language.ts';
import { Icon } from '#app/ui/icon.tsx';

const stepButtonClass =
  'grid h-11 w-11 place-items-center rounded text-action hover:bg-action-soft focus-visible:-outline-offset-2 aria-disabled:cursor-not-allowed aria-disabled:bg-transparent aria-disabled:text-line-control';

const classNames = {
  month: 'flex flex-wrap items-center justify-between',
  button_previous: stepButtonClass,
  button_next: stepButtonClass,
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
 * A calendar that shows one month, opened at the chosen day with focus on it. The names of months and days come
 * from the browser's `Intl`, so that the page does not have to download them.
 */
export function Calendar({
  chosen = '',
  min,
  onChoose,
}: {
  /** The field's value. No day is marked unless it has the form `yyyy-MM-dd`. */
  chosen?: string;
  /** The first day that can be chosen. */
  min?: IsoDate;
  onChoose: (day: IsoDate) => void;
}) {
  const { t } = useTranslation('forms');
  const formLanguage = useFormLanguage();
  const names = useMemo(() => formattersFor(formLanguage), [formLanguage]);
  const selected = isIsoDate(chosen) ? midnight(chosen) : undefined;
  const firstDay = min === undefined ? undefined : midnight(min);
  return (
    <DayPicker
      mode="single"
      required
      selected={selected}
      onSelect={(day) => onChoose(format(day, 'yyyy-MM-dd'))}
      defaultMonth={selected}
      startMonth={firstDay}
      disabled={firstDay && { before: firstDay }}
      // eslint-disable-next-line jsx-a11y/no-autofocus -- the visitor has opened it, so it may take focus
      autoFocus
      fixedWeeks
      dir={names.dir}
      weekStartsOn={languages[formLanguage].firstDayOfWeek}
      navLayout="around"
      formatters={{ formatCaption: names.month, formatWeekdayName: names.columnHeading }}
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

/** Returns the start of a day in the device's time zone. A date without a time would be parsed as UTC. */
function midnight(day: IsoDate): Date {
  return new Date(`${day}T00:00`);
}

function formattersFor(formLanguage: FormLanguage) {
  const { dir, locale, weekdayLength } = languages[formLanguage];
  const formatter = (options: Intl.DateTimeFormatOptions) => {
    const dateFormat = new Intl.DateTimeFormat(locale, options);
    return (date: Date) => dateFormat.format(date);
  };
  return {
    dir,
    month: formatter({ month: 'long', year: 'numeric' }),
    weekday: formatter({ weekday: 'long' }),
    columnHeading: formatter({ weekday: weekdayLength }),
    day: formatter({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  };
}

/** Omits the `lang` that the package sets for its own English names, because the page already declares the language. */
function Root({ rootRef, lang: _lang, ...props }: RootProps) {
  return <div {...props} ref={rootRef} />;
}

function Chevron({ orientation }: ChevronProps) {
  return <Icon name={orientation === 'right' ? 'chevron-right' : 'chevron-left'} />;
}
