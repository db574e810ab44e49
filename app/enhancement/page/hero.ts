import { autoAdvance } from './auto-advance.ts';

/** Timing in milliseconds (spec, section 9). */
const advanceInterval = 4000;
const pauseAfterChoice = 6000;

/** Time without scroll events after which a swipe has ended (ms). */
const scrollEndDelay = 150;

/** Elements that are already animated. If React replaces one, the new element has to be animated too. */
const animated = new WeakSet<Element>();

/** Rotates the hero's slides; choosing a slide by dot or swipe pauses the rotation for a while. */
export function rotateHero(): void {
  const root = document.querySelector('[data-hero]');
  const row = root?.querySelector('[data-hero-slides]');
  if (!root || !row || animated.has(root)) return;
  animated.add(root);
  const slides = Array.from(row.children);
  const dots = Array.from(root.querySelectorAll('[data-hero-dot]'));
  let current = 0;

  const markCurrent = (index: number) => {
    current = index;
    dots.forEach((dot, dotIndex) => {
      if (dotIndex === index) dot.setAttribute('aria-current', 'true');
      else dot.removeAttribute('aria-current');
    });
  };
  const show = (index: number) => {
    markCurrent(index);
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
    // A relative distance, because scroll positions on right-to-left pages differ between browsers.
    row.scrollBy({ left: distanceTo(index), behavior });
  };
  const distanceTo = (index: number) =>
    (slides[index]?.getBoundingClientRect().left ?? 0) - row.getBoundingClientRect().left;

  markCurrent(0);
  const pauseFor = autoAdvance(root, advanceInterval, () => show((current + 1) % slides.length));

  dots.forEach((dot, index) => {
    dot.addEventListener('click', (event) => {
      event.preventDefault();
      show(index);
      pauseFor(pauseAfterChoice);
    });
  });
  row.addEventListener('touchstart', () => pauseFor(pauseAfterChoice), { passive: true });
  let scrollEndTimer: ReturnType<typeof setTimeout> | undefined;
  row.addEventListener('scroll', () => {
    clearTimeout(scrollEndTimer);
    scrollEndTimer = setTimeout(() => {
      const distances = slides.map((_, index) => Math.abs(distanceTo(index)));
      markCurrent(distances.indexOf(Math.min(...distances)));
    }, scrollEndDelay);
  });
}
