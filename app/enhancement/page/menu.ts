/**
 * Makes the small-screen menu a dialog: it traps focus, closes on Escape and on a tap outside, and returns focus to
 * its button. Without this script, the link to `#menu` opens the menu (CSS :target).
 */
export function listenForMenu(): void {
  addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return;
    const shouldOpen = event.target.closest('[data-menu-open]');
    const shouldClose = isOpen() && (event.target.closest('[data-menu-close]') ?? !findMenu()?.contains(event.target));
    if (!shouldOpen && !shouldClose) return;
    event.preventDefault();
    if (isOpen()) closeMenu();
    else openMenu();
  });
  addEventListener('keydown', (event) => {
    if (event.key === ' ' && event.target === findMenuButton()) {
      event.preventDefault();
      openMenu();
    }
    if (!isOpen()) return;
    if (event.key === 'Escape') closeMenu();
    if (event.key === 'Tab') trapFocus(event);
  });
  // A page restored from the back/forward cache must not show an open menu.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) closeMenu();
  });
  // On wide screens, the navigation is always visible.
  matchMedia('(min-width: 48rem)').addEventListener('change', closeMenu);
}

/** Gives the menu link button semantics, and turns a menu that was opened before the script loaded into a dialog. */
export function prepareMenu(): void {
  findMenuButton()?.setAttribute('role', 'button');
  findMenuButton()?.setAttribute('aria-expanded', 'false');
  findMenuButton()?.setAttribute('aria-controls', 'menu');
  if (location.hash !== '#menu') return;
  // Replaces the `#menu` history entry. The menu opens afterwards, because the browser moves focus to the new
  // target.
  addEventListener('hashchange', openMenu, { once: true });
  location.replace('#menu-button');
}

const findMenu = () => document.querySelector<HTMLElement>('[data-menu]');
const findMenuButton = () => document.querySelector<HTMLElement>('[data-menu-open]');
const isOpen = () => findMenu()?.hasAttribute('data-open') ?? false;

/** Attributes of the open menu, which hide the rest of the page from assistive technology. */
const dialogAttributes = { 'data-open': '', role: 'dialog', 'aria-modal': 'true', 'aria-labelledby': 'menu-title' };

function openMenu(): void {
  for (const [name, value] of Object.entries(dialogAttributes)) findMenu()?.setAttribute(name, value);
  findMenuButton()?.setAttribute('aria-expanded', 'true');
  document.documentElement.classList.add('menu-open');
  findMenu()?.querySelector<HTMLElement>('[data-menu-close]')?.focus();
}

/** Closes the menu if it is open, and restores focus. */
export function closeMenu(): void {
  if (!isOpen()) return;
  for (const name of Object.keys(dialogAttributes)) findMenu()?.removeAttribute(name);
  findMenuButton()?.setAttribute('aria-expanded', 'false');
  document.documentElement.classList.remove('menu-open');
  findMenuButton()?.focus({ preventScroll: true });
}

function trapFocus(event: KeyboardEvent): void {
  const links = Array.from(findMenu()?.querySelectorAll<HTMLElement>('a[href]') ?? []);
  const [first, last] = [links[0], links[links.length - 1]];
  const isLeaving = event.shiftKey ? document.activeElement === first : document.activeElement === last;
  if (!isLeaving && findMenu()?.contains(document.activeElement)) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
