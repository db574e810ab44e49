import { isTouched } from './is-touched.ts';

const oneYear = 365 * 24 * 60 * 60;

/**
 * Remembers the language a visitor chooses (spec, section 4: local storage key `language`, and a cookie of
 * the same name for the server), and takes a half-filled form along: by the form's own "continue in …"
 * button, which posts text and files to the page in the other language.
 */
export function rememberLanguageChoice(): void {
  addEventListener(
    'click',
    (event) => {
      if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const chosen = event.target.closest<HTMLElement>('a[data-switch-language], button[data-continue-in]');
      if (!chosen) return;
      // Russian is the wording of a form, no language of pages.
      if (chosen.lang !== 'ru') remember(chosen.lang);
      const button = document.querySelector<HTMLButtonElement>(`button[data-continue-in="${chosen.lang}"]`);
      if (!button?.form || (chosen !== button && !isTouched(button.form))) return;
      event.preventDefault();
      event.stopPropagation();
      postNatively(button.form, button);
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
    // Storage may be forbidden; the address and the cookie still carry the choice.
  }
}

/** Past React's own handling: the other language is another document. */
function postNatively(form: HTMLFormElement, button: HTMLButtonElement): void {
  const intent = document.createElement('input');
  intent.type = 'hidden';
  intent.name = button.name;
  intent.value = button.value;
  const action = form.getAttribute('action') ?? '';
  form.append(intent);
  form.action = button.formAction;
  form.submit();
  // The browser has taken its copy; coming back must find the form as it was.
  intent.remove();
  form.setAttribute('action', action);
}
