/**
 * Lets something of the page move on by itself, and stand still whenever a visitor wants that (WCAG 2.2.2): by the pause
 * button, under the mouse, under the keyboard's focus, in a hidden tab. Under reduced motion it begins paused.
 * @param root what moves; its `[data-pause]` button is shown, and `data-paused` says which of its words hold
 * @param every milliseconds between two steps
 * @returns holds it for a number of milliseconds
 */
export function autoAdvance(root: Element, every: number, advance: () => void): (milliseconds: number) => void {
  let isPaused = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let isHovered = false;
  let isFocused = false;
  let usesPointer = false;
  let holding: ReturnType<typeof setTimeout> | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;

  const step = () => {
    // React had to build the document again: the new elements have a rotation of their own.
    if (root.isConnected) advance();
    else clearInterval(timer);
  };
  const update = () => {
    clearInterval(timer);
    root.toggleAttribute('data-paused', isPaused);
    if (!isPaused && !isHovered && !isFocused && !holding && !document.hidden) timer = setInterval(step, every);
  };
  const hold = (milliseconds: number) => {
    clearTimeout(holding);
    holding = setTimeout(() => {
      holding = undefined;
      update();
    }, milliseconds);
    update();
  };

  root.addEventListener('pointerenter', (event) => {
    isHovered = (event as PointerEvent).pointerType === 'mouse';
    update();
  });
  root.addEventListener('pointerleave', () => {
    isHovered = false;
    update();
  });
  // A tap leaves its focus behind, which is nobody reading: only the keyboard's focus holds.
  addEventListener('pointerdown', () => (usesPointer = true), true);
  addEventListener('keydown', () => (usesPointer = false), true);
  root.addEventListener('focusin', () => {
    isFocused = !usesPointer;
    update();
  });
  root.addEventListener('focusout', () => {
    isFocused = false;
    update();
  });
  document.addEventListener('visibilitychange', update);

  const button = root.querySelector<HTMLElement>('[data-pause]');
  button?.removeAttribute('hidden');
  button?.addEventListener('click', () => {
    isPaused = !isPaused;
    update();
  });
  update();
  return hold;
}
