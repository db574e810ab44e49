import { isDataSaverOn } from '../page/data-saver.ts';
import { reactStarted } from './react-started.ts';

/**
 * Submits a form with `data-submits-on-change` at every change, until React has started, which then does so. With
 * Save-Data, React never starts, and every submission would load a whole document: visitors use the form's button.
 */
export function submitOnChange(): void {
  if (isDataSaverOn()) return;
  addEventListener('change', submit);
  addEventListener(reactStarted, () => removeEventListener('change', submit));
}

function submit({ target }: Event): void {
  if (target instanceof Element) target.closest<HTMLFormElement>('form[data-submits-on-change]')?.submit();
}
