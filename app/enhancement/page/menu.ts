/**
 * Turns the menu on small screens into a dialog: focus trap, closes on Escape and on a tap outside, returns the focus
 * to its button. Without this script, the menu is opened with `#menu` (CSS :target).
 */
export function makeMenuDialog(): void {
  addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return;
    const asksToOpen = event.target.closest('[data-menu-open]');
    const asksToClose = isOpen() && (event.target.closest('[data-menu-close]') ?? !menu()?.contains(event.target));
    if (!asksToOpen && !asksToClose) return;
    event.preventDefault();
    if (isOpen()) closeMenu();
    else open();
  });
  addEventListener('keydown', (event) => {
    if (event.key === ' ' && event.target === opener()) {
      event.preventDefault();
      open();
    }
    if (!isOpen()) return;
    if (event.key === 'Escape') closeMenu();
    if (event.key === 'Tab') stayInside(event);
  });
  // Closed again when the page is restored from the back/forward cache.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) closeMenu();
  });
  // Wide screens have no menu.
  matchMedia('(min-width: 48rem)').addEventListener('change', closeMenu);
}

/** Gives the link button semantics, and turns a menu that was opened before the script loaded into the dialog. */
export function prepareMenu(): void {
  opener()?.setAttribute('role', 'button');
  opener()?.setAttribute('aria-expanded', 'false');
  opener()?.setAttribute('aria-controls', 'menu');
  if (location.hash !== '#menu') return;
  // Replaces the `#menu` history entry. The browser moves the focus to the new target, so the menu is opened
  // afterwards.
  addEventListener('hashchange', open, { once: true });
  location.replace('#menu-button');
}

const menu = () => document.querySelector<HTMLElement>('[data-menu]');
const opener = () => document.querySelector<HTMLElement>('[data-menu-open]');
const isOpen = () => menu()?.hasAttribute('data-open') ?? false;

/** Attributes that make the rest of the page inert to assistive technology. */
const dialogAttributes = { 'data-open': '', role: 'dialog', 'aria-modal': 'true', 'aria-labelledby': 'menu-title' };

function open(): void {
  for (const [name, value] of Object.entries(dialogAttributes)) menu()?.setAttribute(name, value);
  opener()?.setAttribute('aria-expanded', 'true');
  document.documentElement.classList.add('menu-open');
  menu()?.querySelector<HTMLElement>('[data-menu-close]')?.focus();
}

/** Closes the menu if it is open, and restores the focus. */
export function closeMenu(): void {
  if (!isOpen()) return;
  for (const name of Object.keys(dialogAttributes)) menu()?.removeAttribute(name);
  opener()?.setAttribute('aria-expanded', 'false');
  document.documentElement.classList.remove('menu-open');
  opener()?.focus({ preventScroll: true });
}

function stayInside(event: KeyboardEvent): void {
  const links = Array.from(menu()?.querySelectorAll<HTMLElement>('a[href]') ?? []);
  const [first, last] = [links[0], links[links.length - 1]];
  const leaves = event.shiftKey ? document.activeElement === first : document.activeElement === last;
  if (!leaves && menu()?.contains(document.activeElement)) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
