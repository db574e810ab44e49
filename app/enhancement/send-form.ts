/** Sends the form that leads on to a partner's page, once; its button is for those without scripts, and for coming back. */
export function sendForm(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-sends-itself]');
  // A partner's field may be called `submit` and stand in front of the form's own.
  if (form && !isComingBack()) HTMLFormElement.prototype.submit.call(form);
}

/** Coming back from the partner must not lead there again. */
function isComingBack(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation) return navigation.type === 'back_forward';
  // Safari before 15 has no entries.
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- it is all that those browsers have
  return performance.navigation.type === 2;
}
