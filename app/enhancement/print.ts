/** Buttons that print the page; without a script they are not shown (`scripts-only`). */
export function printOnRequest(): void {
  addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('[data-print]')) print();
  });
}
