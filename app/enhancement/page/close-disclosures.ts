/** Closes drop-down menus (`<details data-closes>`) on Escape, and when the visitor taps or focuses something else. */
export function closeDisclosures(): void {
  const closeOthers = (target: EventTarget | null) => {
    for (const details of findOpenDisclosures()) {
      if (!(target instanceof Node && details.contains(target))) details.open = false;
    }
  };
  // Safari on iOS fires no click for taps on plain text.
  addEventListener('pointerdown', (event) => closeOthers(event.target));
  addEventListener('focusin', (event) => closeOthers(event.target));
  addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    for (const details of findOpenDisclosures()) {
      const hadFocus = details.contains(document.activeElement);
      details.open = false;
      if (hadFocus) details.querySelector('summary')?.focus();
    }
  });
}

function findOpenDisclosures(): NodeListOf<HTMLDetailsElement> {
  return document.querySelectorAll<HTMLDetailsElement>('details[data-closes][open]');
}
