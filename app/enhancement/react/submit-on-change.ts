import { reactStarted } from './react-started.ts';

/** Submits a form with `data-submits-on-change` at every change, until React has started, which then does so. */
export function submitOnChange(): void {
  addEventListener('change', submit);
  addEventListener(reactStarted, () => removeEventListener('change', submit));
}

function submit({ target }: Event): void {
  if (target instanceof Element) target.closest<HTMLFormElement>('form[data-submits-on-change]')?.submit();
}
