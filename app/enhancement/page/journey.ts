import { autoAdvance } from './auto-advance.ts';

/** Milliseconds per step, and number of highlight colours (spec, section 9). */
const advanceInterval = 2000;
const colourCount = 5;

/** Elements that are already animated. If React replaces one, the new element has to be animated too. */
const animated = new WeakSet<Element>();

/** Moves a highlight along the journey's steps, in a loop. */
export function animateJourney(): void {
  const root = document.querySelector('[data-journey]');
  if (!root || animated.has(root)) return;
  animated.add(root);
  const steps = Array.from(root.querySelectorAll('[data-journey-step]'));
  let current = 0;
  const highlight = () => {
    for (const step of steps) step.removeAttribute('data-highlight');
    steps[current % steps.length]?.setAttribute('data-highlight', String(current % colourCount));
  };
  highlight();
  autoAdvance(root, advanceInterval, () => {
    current += 1;
    highlight();
  });
}
