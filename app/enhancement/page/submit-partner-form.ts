/**
 * Submits the form to a partner's page automatically. Its button is for visitors without JavaScript, and for visitors
 * who navigate back.
 */
export function submitPartnerForm(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-auto-submit]');
  // A partner's field may be called `submit` and shadow the form's method.
  if (form && !isBackNavigation()) HTMLFormElement.prototype.submit.call(form);
}

/** Returns whether the visitor navigated back to this page. Submitting would send the visitor to the partner again. */
function isBackNavigation(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation) return navigation.type === 'back_forward';
  // Safari before 15 lacks navigation entries.
  // oxlint-disable-next-line typescript/no-deprecated -- the only API in those browsers
  return performance.navigation.type === 2;
}
