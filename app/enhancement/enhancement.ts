import { startReactWhenUseful } from './start-react.ts';
import { rememberLanguageChoice } from './switch-language.ts';

// The only script of pages without React. It changes attributes, never children or text, so that React can
// still take the same document over. Each part stands alone: one that fails must not stop the next.
for (const part of [markScripts, rememberLanguageChoice, startReactWhenUseful]) {
  try {
    part();
  } catch (error) {
    setTimeout(() => {
      throw error;
    });
  }
}

/** Styles show hints for visitors without scripts until this has run. */
function markScripts(): void {
  document.documentElement.classList.add('scripts-run');
}
