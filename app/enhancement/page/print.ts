/** Handles clicks on print buttons, which are hidden without JavaScript (`scripts-only`). */
export function handlePrintButtons(): void {
  addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('[data-print]')) print();
  });
}
