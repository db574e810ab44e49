/**
 * Makes a dialog of the menu on small screens: focus stays inside, Escape and a tap beside it close it, and focus
 * returns to the button. Without this, the menu is the target of `#menu`.
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
  // The way back from the next page finds the menu closed.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) closeMenu();
  });
  // A wider screen has no menu.
  matchMedia('(min-width: 48rem)').addEventListener('change', closeMenu);
}

/** What the button is, now that a script answers it; and a menu opened before the script came becomes the dialog. */
export function prepareMenu(): void {
  opener()?.setAttribute('role', 'button');
  opener()?.setAttribute('aria-expanded', 'false');
  opener()?.setAttribute('aria-controls', 'menu');
  if (location.hash !== '#menu') return;
  // Back must not open it again. Going there takes the focus along, so the menu opens after that.
  addEventListener('hashchange', open, { once: true });
  location.replace('#menu-button');
}

const menu = () => document.querySelector<HTMLElement>('[data-menu]');
const opener = () => document.querySelector<HTMLElement>('[data-menu-open]');
const isOpen = () => menu()?.hasAttribute('data-open') ?? false;

/** What tells assistive technology that the rest of the page has to wait. */
const dialogAttributes = { 'data-open': '', role: 'dialog', 'aria-modal': 'true', 'aria-labelledby': 'menu-title' };

function open(): void {
  for (const [name, value] of Object.entries(dialogAttributes)) menu()?.setAttribute(name, value);
  opener()?.setAttribute('aria-expanded', 'true');
  document.documentElement.classList.add('menu-open');
  menu()?.querySelector<HTMLElement>('[data-menu-close]')?.focus();
}

/** Closes the menu, if it is open, and gives the focus back. */
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
