/**
 * Advances an animated element at an interval. Visitors can pause the animation with its button; it also pauses on
 * hover, on keyboard focus and in a hidden tab (WCAG 2.2.2). It starts paused if the visitor prefers reduced motion.
 * @param root the element; its `[data-pause]` button is revealed, and `data-paused` reflects the state
 * @param interval time between two steps (ms)
 * @returns a function that pauses the animation for a number of milliseconds
 */
export function autoAdvance(root: Element, interval: number, advance: () => void): (milliseconds: number) => void {
  let isPaused = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let isHovered = false;
  let isFocused = false;
  let isUsingPointer = false;
  let pauseTimer: ReturnType<typeof setTimeout> | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  const button = root.querySelector<HTMLElement>('[data-pause]');

  const step = () => {
    // If React has rebuilt the document, the new elements have their own timer.
    if (root.isConnected) advance();
    else clearInterval(timer);
  };
  const update = () => {
    clearInterval(timer);
    root.toggleAttribute('data-paused', isPaused);
    button?.setAttribute('aria-label', (isPaused ? button.dataset.play : button.dataset.pause) ?? '');
    if (!isPaused && !isHovered && !isFocused && !pauseTimer && !document.hidden) timer = setInterval(step, interval);
  };
  const pauseFor = (milliseconds: number) => {
    clearTimeout(pauseTimer);
    pauseTimer = setTimeout(() => {
      pauseTimer = undefined;
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
  // A tap also moves focus, but does not mean that the visitor is reading: only keyboard focus pauses.
  addEventListener('pointerdown', () => (isUsingPointer = true), true);
  addEventListener('keydown', () => (isUsingPointer = false), true);
  root.addEventListener('focusin', () => {
    isFocused = !isUsingPointer;
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
  return pauseFor;
}
