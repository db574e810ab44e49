import { rotateHero } from './page/hero.ts';
import { animateJourney } from './page/journey.ts';
import { openTarget } from './page/open-target.ts';

// The home page's own script, because the common script is part of every page. The animations hold references to
// elements, so they are started again when React has rebuilt the document (entry.client.tsx).

openTarget();
rotateHero();
animateJourney();
addEventListener('document-rebuilt', () => {
  rotateHero();
  animateJourney();
});
