import { hasInput } from './has-input.ts';
import { beginLoading } from './loading-message.ts';

const oneYear = 365 * 24 * 60 * 60;

/**
 * Stores the language a visitor chooses (spec, section 4: local storage key `language`, and a cookie of the same name
 * for the server). On pages with a form the choice is a submit button, which posts text and files to the page in the
 * other language; an untouched form is not posted.
 */
export function rememberLanguageChoice(): void {
  addEventListener(
    'click',
    (event) => {
      if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const chosen = event.target.closest<HTMLElement>('[data-switch-language], [data-continue-in]');
      if (!chosen) return;
      // A language of forms only is no choice for the pages.
      if (chosen.dataset.formOnly === undefined) remember(chosen.lang);
      if (!(chosen instanceof HTMLButtonElement) || !chosen.form) return;
      event.preventDefault();
      event.stopPropagation();
      if (chosen.dataset.continueIn || hasInput(chosen.form)) postNatively(chosen.form, chosen);
      else follow(chosen.formAction);
    },
    true,
  );
}

function remember(language: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `language=${language}; Path=/; Max-Age=${oneYear}; SameSite=Lax${secure}`;
  try {
    localStorage.setItem('language', language);
  } catch {
    // Storage may be blocked; the URL and the cookie still carry the choice.
  }
}

/** Like the link that other pages have in its place. */
function follow(address: string): void {
  beginLoading();
  location.assign(address);
}

/** Bypasses React: the other language is a new document. */
function postNatively(form: HTMLFormElement, button: HTMLButtonElement): void {
  const intent = document.createElement('input');
  intent.type = 'hidden';
  intent.name = button.name;
  intent.value = button.value;
  const action = form.getAttribute('action') ?? '';
  form.append(intent);
  form.action = button.formAction;
  form.submit();
  // The browser has copied the form data; after going back, the form must be unchanged.
  intent.remove();
  form.setAttribute('action', action);
}
