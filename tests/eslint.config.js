import { readdirSync } from 'node:fs';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import simpleImportSort from 'eslint-plugin-simple-import-sort';
import tseslint from 'typescript-eslint';
import { formOnlyCodes, languages } from '../app/i18n/languages.ts';

/**
 * Which rooms of app/ each room may import, from the ground up: only rooms that are listed before it, so that arrows
 * point one way. A room that is not listed fails the lint, so that nobody adds one unnoticed.
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

/** Files at the root of app/ that rooms import. */
const rootFiles = ['services', 'root'];

/**
 * The folders of a room, or of a folder in it, that know one another: each may import those listed before it. Folders
 * that are not listed know no sister. The files at a room's root are open to all of its folders.
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
  server: ['limits', 'answers', 'connections', 'guard'],
  uploads: ['storage', 'receive', 'location', 'virus-check', 'drafts', 'resumable', 'browser'],
};

for (const [index, [room, allowed]] of Object.entries(rooms).entries()) {
  const before = ['locales', ...rootFiles, ...Object.keys(rooms).slice(0, index)];
  const upwards = allowed.filter((name) => !before.includes(name));
  if (upwards.length > 0)
    throw new Error(`${room} may not import ${upwards.join(', ')}: only what is listed before it.`);
}

/** What the files of a folder of app/ may import, such as `flights/suppliers/sample`. */
function onlyImports(folder) {
  const [room, ...inside] = folder.split('/');
  const allowed = rooms[room];
  const names = allowed.map((name) =>
    name === 'locales' ? 'locales/' : `app/${name}${rootFiles.includes(name) ? '\\.' : '/'}`,
  );
  const patterns = [
    {
      regex: `^#(?!${names.join('|') || '$'})`,
      message: `app/${room} may import ${allowed.join(', ') || 'nothing of the product'} only.`,
    },
    { regex: '^date-fns$', message: 'Import date-fns/NAME: the whole package costs 200 MB of memory.' },
    { regex: `^(?:\\.\\./){${inside.length + 1}}`, message: 'Name another room as #app/room/….' },
    ...inside.map((name, depth) =>
      onlySisters([room, ...inside.slice(0, depth)].join('/'), name, inside.length - depth),
    ),
  ];
  return {
    files: [`app/${folder}/*.{ts,tsx}`],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  };
}

/** @param up how many folders above the importing file the parent of the sisters is */
function onlySisters(parent, name, up) {
  const known = sisters[parent] ?? [];
  const allowed = [...known.slice(0, Math.max(known.indexOf(name), 0)), '\\.\\.'];
  return {
    regex: `^(?:\\.\\./){${up}}(?!(?:${allowed.join('|')})/)[^/]+/`,
    message: `app/${parent}/${name} may import its own files, those at the root of app/${parent}, and ${allowed.slice(0, -1).join(', ') || 'no sister folder'}.`,
  };
}

/** Every folder of these rooms that is there. */
const folders = Object.keys(rooms).flatMap((room) => [
  room,
  ...readdirSync(new URL(`../app/${room}`, import.meta.url), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/').split('/app/').pop()),
]);

/**
 * What a language is like stands in its profile, and its texts in records over all languages, which the compiler holds to
 * be complete: a comparison with a code would answer the next language in English.
 */
const code = Object.keys(languages).join('|');
const formOnlyCode = formOnlyCodes.join('|');
const noLanguageCodes = [
  {
    selector: `BinaryExpression[operator=/^[!=]=/] > Literal[value=/^(${code})$/], SwitchCase > Literal[value=/^(${code})$/]`,
    message: 'Ask the profile of the language, or a record over all languages (app/i18n/languages.ts).',
  },
  {
    selector: `Literal[value=/^(${formOnlyCode})$|wording=(${formOnlyCode})/], TemplateElement[value.raw=/wording=(${formOnlyCode})/]`,
    message: 'Run over formOnlyCodes, or ask isFormOnly (app/i18n/languages.ts).',
  },
];

/**
 * Errors of form fields are message codes. The functions of app/forms/schemas take nothing else, while zod itself would
 * take any sentence.
 */
const schemas = ['forms', 'places', 'flights/search', 'enquiries'].map((room) => `app/${room}/**/*.ts`);
const codedSchema = 'Use app/forms/schemas, whose functions take message codes only.';
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
 * From far to near: imports for their effects, Node, packages, other rooms, the parent folders, the own folder. eslint
 * has no rule of its own that mends the order of lines, and this plugin is small and brings no dependencies.
 */
const importOrder = [['^\\u0000', '^node:', '^@?\\w', '^virtual:', '^#', '^\\.\\.', '^\\.']];

/** React 18 without its compiler: the two rules that hold there. */
const hookRules = { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' };

export default tseslint.config(
  { ignores: ['build/', 'node_modules/', 'data/', 'test-results/', 'screenshots/'] },
  ...tseslint.configs.strict,
  ...tseslint.configs.stylistic,
  {
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      // A name that begins with `_` says that it is left out on purpose.
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
  ...folders.map(onlyImports),
  {
    files: ['app/*/**/*.{ts,tsx}'],
    ignores: Object.keys(rooms).map((room) => `app/${room}/**`),
    rules: {
      'no-restricted-syntax': ['error', { selector: 'Program', message: 'Add this room to tests/eslint.config.js.' }],
    },
  },
);
