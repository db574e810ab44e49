import type { Config } from 'tailwindcss';

/** Tailwind's theme. It only names the tokens from `tokens.css`, so that each token is defined in one place. */
export default {
  // Visitors do not receive classes that only the design system page uses.
  content: ['./app/**/*.tsx', ...(process.env.NODE_ENV === 'development' ? [] : ['!./app/design-system/**'])],
  // Words in the code that Tailwind would mistake for classes.
  blocklist: [
    ...[
      '!choice',
      '!dialog',
      '!page',
      '!visible',
      'blur',
      'contents',
      'filter',
      'invisible',
      'isolate',
      'shadow',
      'table',
    ],
    ...['transform', 'truncate', 'visible'],
  ],
  corePlugins: { preflight: false, boxShadow: false },
  // Sets Tailwind's own variables only on elements that use them, not on all elements.
  experimental: { optimizeUniversalDefaults: true },
  theme: {
    screens: { sm: '40rem', md: '48rem', lg: '64rem', xl: '80rem' },
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      ink: 'var(--color-ink)',
      'ink-muted': 'var(--color-ink-muted)',
      'ink-inverse': 'var(--color-ink-inverse)',
      surface: 'var(--color-surface)',
      'surface-raised': 'var(--color-surface-raised)',
      'surface-deep': 'var(--color-surface-deep)',
      line: 'var(--color-line)',
      'line-control': 'var(--color-line-control)',
      action: 'var(--color-action)',
      'action-strong': 'var(--color-action-strong)',
      'action-soft': 'var(--color-action-soft)',
      signal: 'var(--color-signal)',
      'signal-strong': 'var(--color-signal-strong)',
      'signal-soft': 'var(--color-signal-soft)',
      success: 'var(--color-success)',
      'success-soft': 'var(--color-success-soft)',
      warning: 'var(--color-warning)',
      'warning-soft': 'var(--color-warning-soft)',
      arc: 'var(--color-arc)',
      'arc-light': 'var(--color-arc-light)',
      'line-deep': 'var(--color-line-deep)',
    },
    fontFamily: { sans: 'var(--font-sans)' },
    fontSize: {
      small: ['var(--text-small)', 'var(--leading-small)'],
      body: ['var(--text-body)', 'var(--leading-body)'],
      lead: ['var(--text-lead)', 'var(--leading-body)'],
      h3: ['var(--text-h3)', 'var(--leading-heading)'],
      h2: ['var(--text-h2)', 'var(--leading-heading)'],
      h1: ['var(--text-h1)', 'var(--leading-heading)'],
    },
    extend: {
      maxWidth: { reading: '68ch', page: '72rem', form: '44rem' },
      borderRadius: { DEFAULT: '0.5rem', card: '1rem' },
    },
  },
} satisfies Config;
