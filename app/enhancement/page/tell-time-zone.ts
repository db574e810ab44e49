/**
 * Adds the device's time zone to a request for a call that is being sent (`data-time-zone`), and removes a time that is
 * hidden, because the visitor has chosen something else since.
 */
export function tellTimeZone(): void {
  document.addEventListener('submit', ({ target }) => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    if (!(target instanceof HTMLFormElement)) return;
    target.querySelector('[data-time-zone]')?.setAttribute('value', timeZone);
    const time = target.querySelector<HTMLInputElement>('.if-ticked [name=time]');
    if (time && getComputedStyle(time.closest('.if-ticked') ?? time).display === 'none') time.value = '';
  });
}
