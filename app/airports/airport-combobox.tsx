import { useVirtualizer } from '@tanstack/react-virtual';
import { useCombobox, type UseComboboxState, type UseComboboxStateChangeOptions } from 'downshift';
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ChangeEvent,
  type RefCallback,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#app/i18n/use-language.ts';
import { airportLabel, airportNames, listed, type Airport } from './airport.ts';
import { searchAirports } from './airport-search.ts';

/** The virtual list of spec, section 9: rows of about 40 px, 12 rendered beyond either edge, 15 rem high. */
const rowEstimate = 40;
const overscan = 12;
const maximumHeight = '15rem';

const popup = 'rounded border border-line-control bg-surface-raised shadow-raised';

export type AirportCombobox = ReturnType<typeof useAirportCombobox>;

/**
 * A combobox on an input that stays uncontrolled: the element holds the text, the combobox follows it. So
 * whatever was typed before this script arrived is still there afterwards.
 */
export function useAirportCombobox(input: RefObject<HTMLInputElement>, label: string) {
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  const items = useMemo(() => searchAirports(typed), [typed]);
  const scrollToRow = useRef<((index: number) => void) | null>(null);

  const combobox = useCombobox<Airport>({
    items,
    itemToString: (airport) => (airport ? airportLabel(airport, language) : ''),
    itemToKey: (airport) => airport?.code,
    inputValue: typed,
    // The text is the choice. Nothing stays selected, so that the same airport can be chosen again.
    selectedItem: null,
    // The virtual list scrolls itself.
    scrollIntoView: () => undefined,
    stateReducer: keepText,
    onSelectedItemChange: ({ selectedItem }) => {
      if (!input.current || !selectedItem) return;
      input.current.value = airportLabel(selectedItem, language);
      setTyped(input.current.value);
    },
    onHighlightedIndexChange: ({ highlightedIndex, type }) => {
      const { MenuMouseLeave, ItemMouseMove } = useCombobox.stateChangeTypes;
      if (highlightedIndex >= 0 && type !== MenuMouseLeave && type !== ItemMouseMove) {
        scrollToRow.current?.(highlightedIndex);
      }
    },
  });

  // What stood in the field before: typed, restored by the browser, or sent and returned.
  useEffect(() => setTyped(input.current?.value ?? ''), [input]);

  // The element keeps its own value, and its <label> names it.
  const {
    value: _value,
    id: _id,
    'aria-labelledby': _labelledBy,
    ...inputProps
  } = combobox.getInputProps(
    {
      ref: input,
      // At once, not in an effect: a quick Enter must never choose from the list of the letter before.
      onChange: (event: ChangeEvent<HTMLInputElement>) => setTyped(event.currentTarget.value),
    },
    { suppressRefError: true },
  );
  const menuProps = combobox.getMenuProps({ 'aria-label': label }, { suppressRefError: true });
  return { ...combobox, items, inputProps, menuProps, scrollToRow };
}

/** Escape and leaving the field close the list and change nothing that was typed. */
function keepText(
  state: UseComboboxState<Airport>,
  { type, changes }: UseComboboxStateChangeOptions<Airport>,
): Partial<UseComboboxState<Airport>> {
  const { InputBlur, InputKeyDownEscape } = useCombobox.stateChangeTypes;
  if (type !== InputBlur && type !== InputKeyDownEscape) return changes;
  return { ...changes, inputValue: state.inputValue, selectedItem: null };
}

/** The list below the field. Always in the page, because the input names it; empty while it is closed. */
export function AirportListbox({ combobox }: { combobox: AirportCombobox }) {
  const { t } = useTranslation('airports');
  const scroller = useRef<HTMLDivElement>(null);
  const { items, isOpen } = combobox;
  const isEmpty = isOpen && items.length === 0;
  // The virtual list needs this element while its rows are laid out; a ref passed through the combobox is
  // renewed at every render and empty just then.
  const { ref: tellCombobox, ...menuProps } = combobox.menuProps as { ref: RefCallback<HTMLElement> };
  useLayoutEffect(() => tellCombobox(scroller.current));
  // A list below the edge of the screen, or of the keyboard on it, helps nobody.
  useEffect(() => {
    if (isOpen) scroller.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <div className="absolute inset-x-0 top-full z-10 mt-1">
      <div
        {...menuProps}
        ref={scroller}
        tabIndex={-1}
        style={{ maxHeight: maximumHeight }}
        className={isOpen && !isEmpty ? `overflow-y-auto ${popup}` : ''}
      >
        {isOpen && <AirportRows combobox={combobox} scroller={scroller} />}
      </div>
      {isEmpty && <p className={`px-4 py-3 ${popup}`}>{t('none')}</p>}
      <p role="status" className="hidden-visually">
        {isOpen && (isEmpty ? t('none') : t('results', { count: items.length }))}
      </p>
    </div>
  );
}

function AirportRows({ combobox, scroller }: { combobox: AirportCombobox; scroller: RefObject<HTMLDivElement> }) {
  const language = useLanguage();
  const { items, highlightedIndex, scrollToRow } = combobox;
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowEstimate,
    overscan,
    // Rows differ in height and change places with every letter.
    getItemKey: (row) => items[row]?.code ?? row,
  });
  useEffect(() => {
    scrollToRow.current = (index) => virtualizer.scrollToIndex(index);
    virtualizer.scrollToOffset(0);
  }, [scrollToRow, virtualizer, items]);

  return (
    <div className="relative" style={{ height: virtualizer.getTotalSize() }} role="presentation">
      {virtualizer.getVirtualItems().map((row) => {
        const airport = items[row.index];
        if (!airport) return null;
        const { name, city, country } = airportNames(airport, language);
        return (
          <div
            key={airport.code}
            data-index={row.index}
            {...combobox.getItemProps({ item: airport, index: row.index, ref: virtualizer.measureElement })}
            aria-setsize={items.length}
            aria-posinset={row.index + 1}
            className={`absolute inset-x-0 top-0 cursor-pointer px-4 py-2 ${
              highlightedIndex === row.index ? 'bg-action-soft outline outline-2 -outline-offset-2 outline-action' : ''
            }`}
            style={{ transform: `translateY(${row.start}px)` }}
          >
            <span className="flex items-baseline justify-between gap-3">
              <span className="font-semibold">{city}</span>
              <bdi className="text-small text-ink-muted">{airport.code}</bdi>
            </span>
            <span className="block text-small text-ink-muted">{listed([name, country], language)}</span>
          </div>
        );
      })}
    </div>
  );
}
