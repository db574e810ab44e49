/**
 * Advances an animated element, and lets visitors pause it (WCAG 2.2.2): by its pause button, on hover, on keyboard
 * focus, in a hidden tab. Starts paused under reduced motion.
 * @param root the element; its `[data-pause]` button is revealed, and `data-paused` reflects the state
 * @param every interval between two steps (ms)
 * @returns a function that holds it for a number of milliseconds
 */
export function autoAdvance(root: Element, every: number, advance: () => void): (milliseconds: number) => void {
  let isPaused = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let isHovered = false;
  let isFocused = false;
  let usesPointer = false;
  let holding: ReturnType<typeof setTimeout> | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  const button = root.querySelector<HTMLElement>('[data-pause]');

  const step = () => {
    // React rebuilt the document: the new elements have their own timer.
    if (root.isConnected) advance();
    else clearInterval(timer);
  };
  const update = () => {
    clearInterval(timer);
    root.toggleAttribute('data-paused', isPaused);
    button?.setAttribute('aria-label', (isPaused ? button.dataset.play : button.dataset.pause) ?? '');
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
  // A tap leaves the focus behind without anybody reading: only keyboard focus pauses.
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

  button?.removeAttribute('hidden');
  button?.addEventListener('click', () => {
    isPaused = !isPaused;
    update();
  });
  update();
  return hold;
}
