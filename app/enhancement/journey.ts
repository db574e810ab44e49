import { autoAdvance } from './auto-advance.ts';

/** Spec, section 9: milliseconds a step, and how many colours the highlight goes through. */
const advanceEvery = 2000;
const colours = 5;

/** A highlight walks along the journey's steps and wraps. */
export function moveJourney(): void {
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
