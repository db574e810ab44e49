import { fileURLToPath } from 'node:url';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Which rooms of app/ each room may import. Arrows point one way: routes → features → airports, forms, uploads,
 * database, i18n → ui. A room that is not named here fails the lint, so that nobody adds one unnoticed.
 */
const rooms = {
  i18n: ['locales'],
  ui: [],
  consent: ['uploads', 'i18n', 'ui'],
  enhancement: ['consent', 'i18n', 'ui', 'problems'],
  database: [],
  company: ['i18n', 'ui', 'env'],
  problems: ['company', 'i18n', 'locales'],
  observation: ['problems', 'log'],
  security: ['company', 'i18n', 'problems', 'env', 'log'],
  forms: ['i18n', 'ui'],
  airports: ['forms', 'i18n', 'ui'],
  airlines: ['i18n', 'log'],
  uploads: ['i18n', 'ui', 'database'],
  content: ['company', 'problems', 'i18n', 'ui', 'env'],
  'page-cache': ['content', 'consent', 'flights', 'i18n'],
  enquiries: ['company', 'airports', 'forms', 'uploads', 'database', 'i18n', 'ui', 'log', 'env'],
  flights: ['company', 'airports', 'airlines', 'forms', 'database', 'i18n', 'ui', 'log', 'env'],
  routes: [
    ...[
      'content',
      'consent',
      'company',
      'airports',
      'airlines',
      'forms',
      'uploads',
      'enquiries',
      'flights',
      'problems',
      'database',
      'i18n',
      'ui',
    ],
    ...['services', 'root', 'env'],
  ],
};

function onlyImports(room, allowed) {
  const names = allowed.map((name) =>
    name === 'locales' ? 'locales/' : `app/${name}${['env', 'services', 'log', 'root'].includes(name) ? '\\.' : '/'}`,
  );
  const otherRooms = {
    regex: `^#(?!${names.join('|') || '$'})`,
    message: `app/${room} may import ${allowed.join(', ') || 'nothing of the product'} only.`,
  };
  const wholeDateFns = {
    regex: '^date-fns$',
    message: 'Import date-fns/NAME: the whole package costs 200 MB of memory.',
  };
  const rule = (upwards, message) => ({
    'no-restricted-imports': ['error', { patterns: [otherRooms, wholeDateFns, { regex: upwards, message }] }],
  });
  return [
    {
      files: [`app/${room}/*.{ts,tsx}`],
      ignores: ['**/*.test.ts'],
      rules: rule('^\\.\\./', 'Name another room as #app/room/….'),
    },
    {
      // A folder within a room, such as a kind of enquiry, may use the room's own files, but no sister folder: except
      // the format of the flights' supplier, which samples are written in, and the search form, which results show.
      files: [`app/${room}/*/**/*.{ts,tsx}`],
      ignores: ['**/*.test.ts'],
      rules: rule('^\\.\\./(?:\\.\\.|(?!wire/|search/)[^./]+/)', 'Sister folders do not know each other.'),
    },
  ];
}

/** React 18 without its compiler: the two rules that hold there. */
const hookRules = { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' };

/** `json` is what fits while single fetch is off (docs/decisions/0001). */
const deprecationsInUse = [{ from: 'package', package: '@remix-run/server-runtime', name: 'json' }];

export default tseslint.config(
  { ignores: ['build/', 'node_modules/', 'data/', 'test-results/', 'screenshots/'] },
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: root },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
      ],
      '@typescript-eslint/no-deprecated': ['error', { allow: deprecationsInUse }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      // Remix throws Responses: that is how a loader says 404.
      '@typescript-eslint/only-throw-error': ['error', { allow: [{ from: 'lib', name: 'Response' }] }],
    },
  },
  { files: ['**/*.tsx'], ...jsxA11y.flatConfigs.strict },
  { files: ['app/**/*.{ts,tsx}'], plugins: { 'react-hooks': reactHooks }, rules: hookRules },
  ...Object.entries(rooms).flatMap(([room, allowed]) => onlyImports(room, allowed)),
  {
    files: ['app/*/**/*.{ts,tsx}'],
    ignores: Object.keys(rooms).map((room) => `app/${room}/**`),
    rules: {
      'no-restricted-syntax': ['error', { selector: 'Program', message: 'Add this room to tests/eslint.config.js.' }],
    },
  },
  { files: ['**/*.js'], ...tseslint.configs.disableTypeChecked },
);
