/**
 * Submits the form to a partner's page automatically, once; its button is for visitors without scripts, and for those
 * who come back.
 */
export function sendForm(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-sends-itself]');
  // A partner's field may be called `submit` and shadow the form's method.
  if (form && !isComingBack()) HTMLFormElement.prototype.submit.call(form);
}

/** Not after going back, which would lead to the partner again. */
function isComingBack(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation) return navigation.type === 'back_forward';
  // Safari before 15 lacks navigation entries.
  // oxlint-disable-next-line typescript/no-deprecated -- the only API those browsers have
  return performance.navigation.type === 2;
}
