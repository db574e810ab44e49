/** Small menus that drop down (`<details data-closes>`) close by Escape, and by a tap or the focus going elsewhere. */
export function closeDisclosures(): void {
  const closeOthers = (target: EventTarget | null) => {
    for (const details of openOnes()) if (!(target instanceof Node && details.contains(target))) details.open = false;
  };
  // Safari on phones sends no click for a tap on plain words.
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
