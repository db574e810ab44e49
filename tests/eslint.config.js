import { readdirSync } from 'node:fs';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import simpleImportSort from 'eslint-plugin-simple-import-sort';
import tseslint from 'typescript-eslint';
import { formOnlyCodes, languages } from '../app/i18n/languages.ts';

/**
 * The rooms (folders of app/) that each room may import. A room may import only rooms listed before it, which rules out
 * cycles. An unlisted room fails the lint, because a new room should be a deliberate decision.
 */
const rooms = {
  env: [],
  log: [],
  ids: [],
  disk: [],
  ui: [],
  i18n: ['locales'],
  database: ['disk'],
  clock: ['log', 'database'],
  outbound: ['database'],
  terminal: ['env', 'database'],
  'design-system': ['ui'],
  company: ['env', 'i18n', 'ui'],
  problems: ['ids', 'i18n', 'company'],
  forms: ['i18n', 'ui'],
  places: ['i18n', 'ui', 'forms'],
  airlines: ['log', 'disk', 'i18n'],
  consent: ['i18n', 'ui', 'forms'],
  content: ['locales', 'env', 'i18n', 'ui', 'company', 'problems'],
  enhancement: ['i18n', 'ui', 'forms', 'consent', 'problems'],
  uploads: ['ids', 'disk', 'i18n', 'ui', 'database', 'forms'],
  notices: ['env', 'log', 'ids', 'i18n', 'database', 'clock', 'outbound'],
  flights: ['log', 'ids', 'disk', 'i18n', 'ui', 'database', 'company', 'forms', 'places', 'airlines'],
  storage: ['env', 'disk', 'database', 'uploads', 'flights'],
  enquiries: ['ids', 'i18n', 'ui', 'database', 'company', 'forms', 'places', 'uploads', 'notices'],
  delivery: ['log', 'i18n', 'database', 'clock', 'outbound', 'forms', 'places', 'uploads', 'notices', 'enquiries'],
  retention: ['log', 'disk', 'database', 'clock', 'uploads', 'enquiries'],
  backup: [
    ...['env', 'log', 'disk', 'database', 'outbound', 'terminal', 'uploads', 'notices', 'storage', 'enquiries'],
    ...['retention'],
  ],
  cli: [
    ...['env', 'i18n', 'database', 'clock', 'outbound', 'terminal', 'uploads', 'storage', 'enquiries', 'delivery'],
    ...['retention'],
  ],
  server: [
    ...['env', 'log', 'disk', 'i18n', 'database', 'company', 'problems', 'consent', 'content', 'enquiries'],
    ...['flights'],
  ],
  submissions: [
    ...['env', 'ids', 'i18n', 'database', 'clock', 'problems', 'forms', 'consent', 'content', 'uploads'],
    ...['enquiries', 'delivery', 'services'],
  ],
  routes: [
    ...['env', 'i18n', 'ui', 'design-system', 'company', 'problems', 'forms', 'places', 'airlines', 'consent'],
    ...['content', 'uploads', 'flights', 'enquiries', 'retention', 'submissions', 'services', 'root'],
  ],
};

/** Files directly in app/ that rooms import. */
const rootFiles = ['services', 'root'];

/**
 * The sister folders in a room, or in a folder of a room, that may import one another: each may import those listed before
 * it. Unlisted folders may not import their sisters. All folders of a room may import the files at its root.
 */
const sisters = {
  backup: ['files', 'tools'],
  content: ['copy', 'pictures', 'site', 'blocks', 'frame', 'pages'],
  delivery: ['message', 'channels', 'scan', 'outbox'],
  enhancement: ['page', 'consent', 'react'],
  enquiries: ['person', 'draft', 'form', 'kinds', 'store', 'receipt'],
  'enquiries/kinds': ['hotel', 'chauffeur', 'booking'],
  flights: ['model', 'suppliers', 'searches', 'view', 'parts', 'search', 'results', 'detail', 'hand-off'],
  'flights/suppliers': ['api', 'sample'],
  forms: ['calendar', 'inputs'],
  i18n: ['format', 'input'],
  places: ['airports', 'towns', 'meaning', 'field'],
  server: ['request-log', 'page-cache', 'limits', 'answers', 'connections', 'guard'],
  uploads: ['storage', 'receive', 'location', 'virus-check', 'drafts', 'resumable', 'browser'],
};

for (const [index, [room, allowed]] of Object.entries(rooms).entries()) {
  const earlier = ['locales', ...rootFiles, ...Object.keys(rooms).slice(0, index)];
  const forbidden = allowed.filter((name) => !earlier.includes(name));
  if (forbidden.length > 0)
    throw new Error(`${room} may not import ${forbidden.join(', ')}: a room may import only rooms listed before it.`);
}

/** Returns the import rules for the files of a folder of app/, such as `flights/suppliers/sample`. */
function importRules(folder) {
  const [room, ...inside] = folder.split('/');
  const allowed = rooms[room];
  const names = allowed.map((name) =>
    name === 'locales' ? 'locales/' : `app/${name}${rootFiles.includes(name) ? '\\.' : '/'}`,
  );
  const patterns = [
    {
      regex: `^#(?!${names.join('|') || '$'})`,
      message: `app/${room} may import only ${allowed.join(', ') || 'its own files'}.`,
    },
    { regex: '^date-fns$', message: 'Import date-fns/NAME: the whole package takes 200 MB of memory.' },
    { regex: `^(?:\\.\\./){${inside.length + 1}}`, message: 'Import from another room by #app/ROOM/….' },
    ...inside.map((name, depth) =>
      sisterPattern([room, ...inside.slice(0, depth)].join('/'), name, inside.length - depth),
    ),
  ];
  return {
    files: [`app/${folder}/*.{ts,tsx}`],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  };
}

/** @param levels how many folders the sisters' parent is above the importing file */
function sisterPattern(parent, name, levels) {
  const listed = sisters[parent] ?? [];
  const allowed = [...listed.slice(0, Math.max(listed.indexOf(name), 0)), '\\.\\.'];
  return {
    regex: `^(?:\\.\\./){${levels}}(?!(?:${allowed.join('|')})/)[^/]+/`,
    message: `app/${parent}/${name} may import its own files, those at the root of app/${parent}, and ${allowed.slice(0, -1).join(', ') || 'no sister folder'}.`,
  };
}

/** All existing folders of these rooms, and the rooms themselves. */
const folders = Object.keys(rooms).flatMap((room) => [
  room,
  ...readdirSync(new URL(`../app/${room}`, import.meta.url), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/').split('/app/').pop()),
]);

/**
 * The properties of a language are in its profile, and its texts in records over all languages, whose completeness the
 * compiler checks. A comparison with a language code would treat a new language like English.
 */
const code = Object.keys(languages).join('|');
const formOnlyCode = formOnlyCodes.join('|');
const noLanguageCodes = [
  {
    selector: `BinaryExpression[operator=/^[!=]=/] > Literal[value=/^(${code})$/], SwitchCase > Literal[value=/^(${code})$/]`,
    message: 'Use the profile of the language, or a record over all languages (app/i18n/languages.ts).',
  },
  {
    selector: `Literal[value=/^(${formOnlyCode})$|wording=(${formOnlyCode})/], TemplateElement[value.raw=/wording=(${formOnlyCode})/]`,
    message: 'Iterate over formOnlyCodes, or call isFormOnly (app/i18n/languages.ts).',
  },
];

/**
 * Errors of form fields are message codes. The functions of app/forms/schemas accept nothing else, whereas zod accepts any
 * sentence.
 */
const schemas = ['forms', 'places', 'flights/search', 'enquiries'].map((room) => `app/${room}/**/*.ts`);
const codedSchema = 'Use app/forms/schemas, whose functions accept only message codes.';
const noWordedErrors = [
  { selector: `CallExpression[callee.object.name="z"][callee.property.name!="object"]`, message: codedSchema },
  { selector: 'MemberExpression[object.name="z"][property.name="NEVER"]', message: codedSchema },
  {
    selector: 'CallExpression[callee.property.name=/^(refine|superRefine|check)$/] > ObjectExpression',
    message: codedSchema,
  },
  { selector: 'CallExpression[callee.property.name=/^(refine|superRefine|check)$/] > Literal', message: codedSchema },
];

/**
 * From far to near: imports for side effects, Node, packages, other rooms, parent folders, the same folder. ESLint has no
 * built-in rule that fixes the order of imports; this plugin is small and has no dependencies.
 */
const importOrder = [['^\\u0000', '^node:', '^@?\\w', '^virtual:', '^#', '^\\.\\.', '^\\.']];

/** The two rules that apply to React 18 without the React compiler. */
const hookRules = { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' };

export default tseslint.config(
  { ignores: ['build/', 'node_modules/', 'data/', 'test-results/', 'screenshots/'] },
  ...tseslint.configs.strict,
  ...tseslint.configs.stylistic,
  {
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      // A name that begins with `_` is unused on purpose.
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
      ],
    },
  },
  {
    plugins: { 'simple-import-sort': simpleImportSort },
    rules: { 'simple-import-sort/imports': ['error', { groups: importOrder }] },
  },
  { files: ['**/*.tsx'], ...jsxA11y.flatConfigs.strict },
  { files: ['app/**/*.{ts,tsx}'], plugins: { 'react-hooks': reactHooks }, rules: hookRules },
  {
    files: ['app/**/*.{ts,tsx}', 'server.ts'],
    ignores: ['app/i18n/**', '**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', ...noLanguageCodes] },
  },
  {
    files: schemas,
    ignores: ['app/forms/schemas/**', '**/*.test.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...noLanguageCodes, ...noWordedErrors],
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { name: '@conform-to/zod/v4', message: 'Use parseFields, whose errors are message codes.' },
      ],
    },
  },
  ...folders.map(importRules),
  {
    files: ['app/*/**/*.{ts,tsx}'],
    ignores: Object.keys(rooms).map((room) => `app/${room}/**`),
    rules: {
      'no-restricted-syntax': ['error', { selector: 'Program', message: 'Add this room to tests/eslint.config.js.' }],
    },
  },
);
