import { autoAdvance } from './auto-advance.ts';

/** Spec, section 9: milliseconds for each step, and the number of highlight colours. */
const advanceEvery = 2000;
const colours = 5;

/** Moves a highlight along the journey's steps, in a loop. */
export function animateJourney(): void {
  const root = document.querySelector('[data-journey]');
  if (!root || root.hasAttribute('data-moves')) return;
  root.setAttribute('data-moves', '');
  const steps = Array.from(root.querySelectorAll('[data-journey-step]'));
  let count = 0;
  const highlight = () => {
    for (const step of steps) step.removeAttribute('data-highlight');
    steps[count % steps.length]?.setAttribute('data-highlight', String(count % colours));
  };
  highlight();
  autoAdvance(root, advanceEvery, () => {
    count += 1;
    highlight();
  });
}
