import { autoAdvance } from './auto-advance.ts';

/** Milliseconds (spec, section 9). */
const advanceEvery = 4000;
const pauseAfterChoice = 6000;

/** Rotates the hero's slides; choosing one by dot or swipe pauses the rotation for a while. */
export function rotateHero(): void {
  const root = document.querySelector('[data-hero]');
  const row = root?.querySelector('[data-hero-slides]');
  if (!root || !row || root.hasAttribute('data-moves')) return;
  root.setAttribute('data-moves', '');
  const slides = Array.from(row.children);
  const dots = Array.from(root.querySelectorAll('[data-hero-dot]'));
  let current = 0;

  const mark = (index: number) => {
    current = index;
    dots.forEach((dot, place) => {
      if (place === index) dot.setAttribute('aria-current', 'true');
      else dot.removeAttribute('aria-current');
    });
  };
  const show = (index: number) => {
    mark(index);
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
    // Relative, because browsers number scroll positions differently in right-to-left pages.
    row.scrollBy({ left: distance(index), behavior });
  };
  const distance = (index: number) =>
    (slides[index]?.getBoundingClientRect().left ?? 0) - row.getBoundingClientRect().left;

  mark(0);
  const hold = autoAdvance(root, advanceEvery, () => show((current + 1) % slides.length));

  dots.forEach((dot, index) => {
    dot.addEventListener('click', (event) => {
      event.preventDefault();
      show(index);
      hold(pauseAfterChoice);
    });
  });
  row.addEventListener('touchstart', () => hold(pauseAfterChoice), { passive: true });
  let settling: ReturnType<typeof setTimeout> | undefined;
  row.addEventListener('scroll', () => {
    clearTimeout(settling);
    settling = setTimeout(() => {
      const distances = slides.map((_, index) => Math.abs(distance(index)));
      mark(distances.indexOf(Math.min(...distances)));
    }, 150);
  });
}
