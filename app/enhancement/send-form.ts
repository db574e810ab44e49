/** Sends the form that leads on to a partner's page, once; its button is for those without scripts, and for coming back. */
export function sendForm(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-sends-itself]');
  // Coming back from the partner must not lead there again.
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (form && navigation?.type !== 'back_forward') form.submit();
}
