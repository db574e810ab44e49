/** Makes print buttons work; without scripts they are hidden (`scripts-only`). */
export function printOnRequest(): void {
  addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('[data-print]')) print();
  });
}
