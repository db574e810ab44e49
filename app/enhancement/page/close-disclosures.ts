/** Closes drop-down menus (`<details data-closes>`) on Escape, and on a tap or focus elsewhere. */
export function closeDisclosures(): void {
  const closeOthers = (target: EventTarget | null) => {
    for (const details of openOnes()) if (!(target instanceof Node && details.contains(target))) details.open = false;
  };
  // Safari on iOS fires no click for taps on plain text.
  addEventListener('pointerdown', (event) => closeOthers(event.target));
  addEventListener('focusin', (event) => closeOthers(event.target));
  addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    for (const details of openOnes()) {
      const hadFocus = details.contains(document.activeElement);
      details.open = false;
      if (hadFocus) details.querySelector('summary')?.focus();
    }
  });
}

function openOnes(): NodeListOf<HTMLDetailsElement> {
  return document.querySelectorAll<HTMLDetailsElement>('details[data-closes][open]');
}
