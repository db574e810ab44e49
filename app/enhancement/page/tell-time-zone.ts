/** Adds the device's time zone to a form that is being sent, where the form asks for it (`data-time-zone`). */
export function tellTimeZone(): void {
  document.addEventListener('submit', ({ target }) => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    if (!(target instanceof HTMLFormElement)) return;
    target.querySelector('[data-time-zone]')?.setAttribute('value', timeZone);
  });
}
