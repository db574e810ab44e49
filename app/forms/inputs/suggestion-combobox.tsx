import {
  type ChangeEvent,
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Suggestion } from './suggestion.ts';
import { useCombobox } from './use-combobox.ts';
import { useVisibleRows } from './use-visible-rows.ts';

/** The height of the list (spec, section 9). */
const maximumHeight = '15rem';

const popupClass = 'rounded border border-line-control bg-surface-raised shadow-raised';

type SuggestionCombobox<Item extends Suggestion> = ReturnType<typeof useSuggestionCombobox<Item>>;

/**
 * Turns an uncontrolled input into a combobox. The element holds the text and the combobox follows it, so text that was
 * typed before this script loaded is kept.
 * @param label the accessible name of the suggestion list
 * @param search returns the suggestions for typed text, best match first; must be the same function as long as its
 * results do not change
 * @param onUse called with the text whenever the input receives focus or text
 */
export function useSuggestionCombobox<Item extends Suggestion>(
  input: RefObject<HTMLInputElement>,
  label: string,
  search: (typed: string) => Item[],
  onUse?: (typed: string) => void,
) {
  const [typed, setTyped] = useState('');
  const items = useMemo(() => search(typed), [search, typed]);
  const scrollToRow = useRef<((index: number) => void) | null>(null);

  const combobox = useCombobox<Item>({
    items,
    // Only the text records the choice, so that the same item can be chosen again.
    onChoose: ({ text }) => {
      if (!input.current) return;
      input.current.value = text;
      setTyped(text);
    },
    onKeyHighlight: (index) => scrollToRow.current?.(index),
  });

  // The browser restores the field only if `autocomplete` is not `off` when the visitor leaves the page.
  useEffect(() => {
    const allowRestoring = () => input.current?.removeAttribute('autocomplete');
    addEventListener('pagehide', allowRestoring);
    return () => removeEventListener('pagehide', allowRestoring);
  }, [input]);

  // Adopts text that was typed before hydration, restored by the browser, or returned by the server.
  useEffect(() => setTyped(input.current?.value ?? ''), [input]);

  const inputProps = {
    ...combobox.inputProps,
    ref: input,
    // Updates synchronously instead of in an effect, so that a quick Enter never chooses from an outdated list.
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      onUse?.(event.currentTarget.value);
      setTyped(event.currentTarget.value);
      combobox.open();
    },
    onFocus: (event: FocusEvent<HTMLInputElement>) => {
      onUse?.(event.currentTarget.value);
      // While the field has focus, the browser's own suggestions would cover the list.
      event.currentTarget.setAttribute('autocomplete', 'off');
    },
    onBlur: (event: FocusEvent<HTMLInputElement>) => {
      event.currentTarget.removeAttribute('autocomplete');
      combobox.close();
    },
  };
  return { ...combobox, items, label, inputProps, scrollToRow };
}

interface ListProps<Item extends Suggestion> {
  combobox: SuggestionCombobox<Item>;
  /** Renders the content of a row. */
  row: (item: Item) => ReactNode;
}

/**
 * The list of suggestions below the field. It is always in the page, because the input refers to it; while closed it is
 * empty.
 * @param none the text for an empty result
 * @param results returns the text with the number of results, for screen readers
 */
export function SuggestionList<Item extends Suggestion>({
  combobox,
  row,
  none,
  results,
}: ListProps<Item> & { none: string; results: (count: number) => string }) {
  const scroller = useRef<HTMLDivElement>(null);
  const { items, isOpen } = combobox;
  const isEmpty = isOpen && items.length === 0;
  // The list may open below the edge of the screen or behind the on-screen keyboard.
  useEffect(() => {
    if (isOpen) scroller.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <div className="absolute inset-x-0 top-full z-10 mt-1">
      <div
        {...combobox.menuProps}
        aria-label={combobox.label}
        ref={scroller}
        tabIndex={-1}
        style={{ maxHeight: maximumHeight }}
        className={isOpen && !isEmpty ? `relative overflow-y-auto ${popupClass}` : ''}
      >
        {isOpen && <Rows combobox={combobox} row={row} scroller={scroller} />}
      </div>
      {isEmpty && <p className={`px-4 py-3 ${popupClass}`}>{none}</p>}
      <p role="status" className="visually-hidden">
        {isOpen && (isEmpty ? none : results(items.length))}
      </p>
    </div>
  );
}

function Rows<Item extends Suggestion>({
  combobox,
  row: renderRow,
  scroller,
}: ListProps<Item> & { scroller: RefObject<HTMLDivElement> }) {
  const { items, highlightedIndex, scrollToRow } = combobox;
  const keys = useMemo(() => items.map(({ key }) => key), [items]);
  const { start, end, gapBefore, gapAfter, scrollToRow: scrollTo } = useVisibleRows(scroller, keys);
  useEffect(() => {
    scrollToRow.current = scrollTo;
  }, [scrollToRow, scrollTo]);
  useEffect(() => {
    scroller.current?.scrollTo(0, 0);
  }, [scroller, items]);

  return (
    <>
      <div style={{ height: gapBefore }} role="presentation" />
      {items.slice(start, end).map((item, offset) => {
        const index = start + offset;
        return (
          <div
            key={item.key}
            data-index={index}
            {...combobox.itemProps(index)}
            aria-setsize={items.length}
            aria-posinset={index + 1}
            className={`cursor-pointer px-4 py-2 ${
              highlightedIndex === index ? 'bg-action-soft outline outline-2 -outline-offset-2 outline-action' : ''
            }`}
          >
            {renderRow(item)}
          </div>
        );
      })}
      <div style={{ height: gapAfter }} role="presentation" />
    </>
  );
}

/** A row with two lines: a name with an optional code, and details that distinguish it from other rows. */
export function SuggestionRow({ name, code, detail }: { name: string; code?: string; detail: string }) {
  return (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <span className="font-semibold">{name}</span>
        {code && <bdi className="text-small text-ink-muted">{code}</bdi>}
      </span>
      <span className="block text-small text-ink-muted">{detail}</span>
    </>
  );
}
