import { type KeyboardEvent, type MouseEvent, type PointerEvent, useId, useState } from 'react';

/** Rows by which Page Up and Page Down move. */
const page = 10;

interface ComboboxOptions<Item> {
  items: readonly Item[];
  /** Called with the item that the visitor has chosen. */
  onChoose: (item: Item) => void;
  /** Called with the index of the row that a key has highlighted. */
  onKeyHighlight: (index: number) => void;
}

/**
 * Returns the props of a text field with a list of suggestions: the combobox pattern of the ARIA Authoring Practices,
 * with list autocomplete. The field keeps its own text; what happens to a chosen item is up to the caller.
 */
export function useCombobox<Item>({ items, onChoose, onKeyHighlight }: ComboboxOptions<Item>) {
  const id = useId();
  const [{ isOpen, highlightedIndex }, setState] = useState({ isOpen: false, highlightedIndex: -1 });
  const itemId = (index: number) => `${id}-item-${index}`;
  const open = (index = -1) => setState({ isOpen: true, highlightedIndex: index });
  const close = () => setState({ isOpen: false, highlightedIndex: -1 });

  const highlightByKey = (index: number) => {
    if (items.length > 0) onKeyHighlight(index);
    open(items.length > 0 ? index : -1);
  };
  /** A single step past either end wraps around; a page stops at the end. */
  const move = (offset: number) => {
    const last = items.length - 1;
    const index = highlightedIndex + offset;
    const within = Math.max(0, Math.min(index, last));
    const isStep = Math.abs(offset) === 1;
    if (!isOpen || highlightedIndex < 0) highlightByKey(offset > 0 ? Math.min(offset - 1, last) : last);
    else highlightByKey(isStep && index !== within ? last - within : within);
  };
  const choose = (index: number) => {
    const item = items[index];
    close();
    if (item !== undefined) onChoose(item);
  };

  /** The actions of keys. Other keys keep their default behaviour in the text field. */
  const keyActions: Record<string, (event: KeyboardEvent) => void> = {
    ArrowDown: ({ altKey }) => (altKey && !isOpen ? open() : move(1)),
    ArrowUp: ({ altKey }) => (altKey && isOpen ? choose(highlightedIndex) : move(-1)),
    ...(isOpen && {
      PageDown: () => move(page),
      PageUp: () => move(-page),
      Home: () => highlightByKey(0),
      End: () => highlightByKey(items.length - 1),
      Enter: () => choose(highlightedIndex),
      Escape: close,
    }),
  };

  return {
    isOpen,
    highlightedIndex,
    open,
    inputProps: {
      role: 'combobox',
      'aria-autocomplete': 'list' as const,
      'aria-controls': `${id}-list`,
      'aria-expanded': isOpen,
      'aria-activedescendant': isOpen && highlightedIndex >= 0 ? itemId(highlightedIndex) : '',
      onClick: () => (isOpen ? close() : open()),
      onKeyDown: (event: KeyboardEvent) => {
        const action = keyActions[event.key];
        // Enter also confirms the composition of an input method.
        if (!action || event.nativeEvent.isComposing) return;
        event.preventDefault();
        action(event);
      },
    },
    close,
    menuProps: {
      id: `${id}-list`,
      role: 'listbox',
      // Keeps the focus in the field.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
      onMouseLeave: () => setState((last) => ({ ...last, highlightedIndex: -1 })),
    },
    itemProps: (index: number) => ({
      id: itemId(index),
      role: 'option',
      'aria-selected': index === highlightedIndex,
      onClick: () => choose(index),
      onPointerMove: ({ pointerType }: PointerEvent) => {
        // A touch scrolls the list.
        if (pointerType === 'mouse' && index !== highlightedIndex) open(index);
      },
    }),
  };
}
