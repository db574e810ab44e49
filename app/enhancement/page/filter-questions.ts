import { fold } from '#app/i18n/input/fold.ts';

/** The number of results is announced to screen readers once the visitor pauses, not on every key (ms). */
const pauseInTyping = 800;

/** Filters the help centre's questions while the visitor types; without this script the form asks the server. */
export function filterQuestions(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-faq-search]');
  const input = form?.querySelector('input');
  const count = form?.querySelector('[data-faq-count]');
  if (!form || !input || !count) return;
  const items = Array.from(document.querySelectorAll<HTMLElement>('[data-faq-item]'));
  const texts = items.map((item) => fold(item.textContent));
  let speaking: ReturnType<typeof setTimeout> | undefined;

  const filter = () => {
    const words = fold(input.value).split(' ').filter(Boolean);
    let shown = 0;
    items.forEach((item, index) => {
      const fits = words.every((word) => texts[index]?.includes(word));
      item.hidden = !fits;
      if (fits) shown += 1;
    });
    const text = count.getAttribute(shown > 0 ? 'data-found' : 'data-none') ?? '';
    const answer = words.length > 0 ? text.replace('{{n}}', String(shown)) : '';
    clearTimeout(speaking);
    speaking = setTimeout(() => {
      if (count.textContent !== answer) count.textContent = answer;
    }, pauseInTyping);
  };
  input.addEventListener('input', filter);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    filter();
  });
}
