import { fold } from '#app/i18n/input/fold.ts';

/** Delay after the last keystroke (ms) before the number of results is announced to screen readers. */
const announceDelay = 800;

/** Filters the help centre's questions while the visitor types; without this script, the server filters them. */
export function filterQuestions(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-faq-search]');
  const input = form?.querySelector('input');
  const count = form?.querySelector('[data-faq-count]');
  if (!form || !input || !count) return;
  const items = Array.from(document.querySelectorAll<HTMLElement>('[data-faq-item]'));
  const groups = Array.from(document.querySelectorAll<HTMLElement>('[data-faq-group]'));
  const texts = items.map((item) => fold(item.textContent));
  let announceTimer: ReturnType<typeof setTimeout> | undefined;

  const filter = () => {
    const words = fold(input.value).split(' ').filter(Boolean);
    let matchCount = 0;
    items.forEach((item, index) => {
      const matches = words.every((word) => texts[index]?.includes(word));
      item.hidden = !matches;
      if (matches) matchCount += 1;
    });
    for (const group of groups) group.hidden = !group.querySelector('[data-faq-item]:not([hidden])');
    const text = count.getAttribute(matchCount > 0 ? 'data-found' : 'data-none') ?? '';
    const announcement = words.length > 0 ? text.replace('{{n}}', String(matchCount)) : '';
    clearTimeout(announceTimer);
    announceTimer = setTimeout(() => {
      if (count.textContent !== announcement) count.textContent = announcement;
    }, announceDelay);
  };
  input.addEventListener('input', filter);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    filter();
  });
}
