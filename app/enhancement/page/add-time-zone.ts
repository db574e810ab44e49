/**
 * Adds the device's time zone to a call-back form when it is submitted (`data-time-zone`). Also clears the time
 * field if it is hidden: the visitor entered a time, then chose another option.
 */
export function addTimeZone(): void {
  document.addEventListener('submit', ({ target }) => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    if (!(target instanceof HTMLFormElement)) return;
    target.querySelector('[data-time-zone]')?.setAttribute('value', timeZone);
    const time = target.querySelector<HTMLInputElement>('.if-ticked [name=time]');
    if (time && getComputedStyle(time.closest('.if-ticked') ?? time).display === 'none') time.value = '';
  });
}
