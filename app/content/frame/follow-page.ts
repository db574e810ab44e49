import { inLanguage, isFormLanguage } from '#app/i18n/languages.ts';

/**
 * After client-side navigation, updates the frame around the page, which React does not render: the links to other
 * languages, and which link is marked as current.
 * @param path path and query of the page
 */
export function followPage(path: string): void {
  const [pathname] = path.split('?');
  for (const link of document.querySelectorAll<HTMLAnchorElement>('#header nav a, #menu nav a')) {
    if (link.pathname === pathname) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  for (const control of document.querySelectorAll<HTMLElement>('[data-switch-language]')) {
    if (!isFormLanguage(control.lang)) continue;
    const target = inLanguage(path, control.lang);
    if (control instanceof HTMLAnchorElement) control.href = target;
    if (control instanceof HTMLButtonElement) switchByButton(control, target);
  }
}

/**
 * Updates a language button, which submits the page's form. On a page without that form, it submits its own, which
 * works like a link.
 */
function switchByButton(button: HTMLButtonElement, target: string): void {
  button.dataset.form ??= button.getAttribute('form') ?? '';
  button.formAction = target;
  if (document.getElementById(button.dataset.form)) button.setAttribute('form', button.dataset.form);
  else button.removeAttribute('form');
}
