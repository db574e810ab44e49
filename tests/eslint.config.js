import { readdirSync } from 'node:fs';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import simpleImportSort from 'eslint-plugin-simple-import-sort';
import tseslint from 'typescript-eslint';
import { formOnlyCodes, languages } from '../app/i18n/languages.ts';
import { noDurations } from './no-durations.js';

/**
 * The modules (folders of app/) that each module may import. A module may import only modules listed before it, which rules
 * out cycles. An unlisted module fails the lint, because a new module should be a deliberate decision.
 */
const modules = {
  env: [],
  log: [],
  ids: [],
  disk: [],
  assets: [],
  maps: [],
  ui: ['assets'],
  i18n: ['assets', 'locales'],
  database: ['env', 'disk'],
  clock: ['log', 'database'],
  outbound: ['database'],
  terminal: ['env', 'database'],
  zip: [],
  'design-system': ['ui'],
  company: ['env', 'i18n', 'ui'],
  problems: ['ids', 'i18n', 'company'],
  forms: ['i18n', 'ui'],
  places: ['maps', 'i18n', 'ui', 'forms'],
  airlines: ['log', 'disk', 'i18n'],
  consent: ['i18n', 'ui', 'forms'],
  content: ['locales', 'env', 'maps', 'i18n', 'ui', 'company', 'problems', 'forms'],
  enhancement: ['i18n', 'ui', 'forms', 'consent', 'problems'],
  uploads: ['env', 'ids', 'disk', 'i18n', 'ui', 'database', 'clock', 'forms'],
  'company-store': ['env', 'log', 'database', 'company', 'uploads'],
  notices: ['env', 'log', 'ids', 'i18n', 'database', 'clock', 'outbound'],
  flights: ['log', 'ids', 'disk', 'i18n', 'ui', 'database', 'clock', 'company', 'forms', 'places', 'airlines'],
  storage: ['env', 'disk', 'database', 'uploads', 'flights'],
  enquiries: [
    ...['ids', 'i18n', 'ui', 'database', 'clock', 'outbound', 'company', 'forms', 'places', 'uploads', 'notices'],
  ],
  delivery: [
    ...['log', 'ids', 'i18n', 'database', 'clock', 'outbound', 'forms', 'places', 'uploads', 'notices', 'enquiries'],
  ],
  retention: ['log', 'disk', 'database', 'clock', 'uploads', 'company-store', 'notices', 'enquiries'],
  desk: [
    ...['env', 'log', 'ids', 'i18n', 'ui', 'database', 'clock', 'outbound', 'company', 'problems', 'forms'],
    ...['terminal', 'places', 'uploads', 'company-store', 'storage', 'enquiries', 'delivery', 'retention', 'zip'],
    ...['styles'],
  ],
  backup: [
    ...['env', 'log', 'disk', 'database', 'outbound', 'terminal', 'uploads', 'notices', 'storage', 'enquiries'],
    ...['retention'],
  ],
  move: ['env', 'database', 'disk', 'terminal', 'uploads', 'storage', 'backup'],
  cli: [
    ...['env', 'i18n', 'database', 'clock', 'outbound', 'terminal', 'company', 'uploads', 'company-store', 'storage'],
    ...['enquiries', 'delivery', 'retention'],
  ],
  callback: ['log', 'database', 'uploads', 'enquiries'],
  server: [
    ...['env', 'log', 'ids', 'disk', 'i18n', 'database', 'company', 'problems', 'forms', 'places', 'consent'],
    ...['content', 'enquiries', 'flights', 'callback'],
  ],
  metrics: ['log', 'database', 'uploads', 'flights', 'delivery', 'server'],
  submissions: [
    ...['env', 'ids', 'i18n', 'database', 'clock', 'problems', 'forms', 'consent', 'content', 'uploads'],
    ...['enquiries', 'delivery', 'services'],
  ],
  routes: [
    ...['env', 'i18n', 'ui', 'design-system', 'company', 'problems', 'forms', 'places', 'airlines', 'consent'],
    ...['content', 'database', 'uploads', 'company-store', 'flights', 'enquiries', 'delivery', 'retention', 'desk'],
    ...['submissions', 'callback', 'services', 'root'],
  ],
};

/** Files directly in app/ that modules import. */
const rootFiles = ['styles', 'services', 'root'];

/**
 * Sibling folders in a module, or in a folder of a module, in import order: each may import those listed before it.
 * Unlisted folders may not import their siblings. All folders of a module may import the files at its root.
 */
const siblings = {
  backup: ['files', 'postgres', 'targets', 'tools'],
  company: ['facts', 'pages'],
  content: ['copy', 'pictures', 'site', 'blocks', 'frame', 'pages'],
  delivery: ['message', 'channels', 'scan', 'outbox'],
  desk: [
    ...['audit', 'people', 'sign-in', 'texts', 'requests', 'weeks', 'company', 'view', 'request', 'family', 'person'],
    ...['lead', 'tool'],
  ],
  enhancement: ['page', 'consent', 'react'],
  enquiries: [
    'contact-details',
    'first-call',
    'draft',
    'form',
    'kinds',
    'store',
    'progress',
    'correspondence',
    'receipt',
  ],
  'enquiries/kinds': ['hotel', 'chauffeur', 'booking', 'treatment', 'flight-booking'],
  flights: ['model', 'suppliers', 'searches', 'view', 'parts', 'search', 'results', 'detail', 'hand-off'],
  'flights/suppliers': ['api', 'sample'],
  forms: ['calendar', 'inputs'],
  i18n: ['format', 'input'],
  places: ['airports', 'towns', 'interpretation', 'field', 'journey'],
  server: ['request-log', 'page-cache', 'limits', 'responses', 'connections', 'guard'],
  uploads: ['signatures', 'storage', 'receive', 'location', 'virus-check', 'drafts', 'resumable', 'browser'],
};

for (const [index, [module, allowed]] of Object.entries(modules).entries()) {
  const earlier = ['locales', ...rootFiles, ...Object.keys(modules).slice(0, index)];
  const forbidden = allowed.filter((name) => !earlier.includes(name));
  if (forbidden.length > 0)
    throw new Error(
      `${module} may not import ${forbidden.join(', ')}: a module may import only modules listed before it.`,
    );
}

/** Returns the import rules for the files of a folder of app/, such as `flights/suppliers/sample`. */
function importRules(folder) {
  const [module, ...subfolders] = folder.split('/');
  const allowed = modules[module];
  const names = allowed.map((name) =>
    name === 'locales' ? 'locales/' : `app/${name}${rootFiles.includes(name) ? '\\.' : '/'}`,
  );
  const patterns = [
    {
      regex: `^#(?!${names.join('|') || '$'})`,
      message: `app/${module} may import only ${allowed.join(', ') || 'its own files'}.`,
    },
    { regex: '^date-fns$', message: 'Import date-fns/NAME: the whole package takes 200 MB of memory.' },
    { regex: `^(?:\\.\\./){${subfolders.length + 1}}`, message: 'Import from another module via #app/MODULE/….' },
    ...subfolders.map((name, depth) =>
      siblingPattern([module, ...subfolders.slice(0, depth)].join('/'), name, subfolders.length - depth),
    ),
  ];
  return {
    files: [`app/${folder}/*.{ts,tsx}`],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  };
}

/** @param levels how many levels the siblings' parent is above the importing file */
function siblingPattern(parent, name, levels) {
  const listed = siblings[parent] ?? [];
  const allowed = [...listed.slice(0, Math.max(listed.indexOf(name), 0)), '\\.\\.'];
  return {
    regex: `^(?:\\.\\./){${levels}}(?!(?:${allowed.join('|')})/)[^/]+/`,
    message: `app/${parent}/${name} may import its own files, those at the root of app/${parent}, and ${allowed.slice(0, -1).join(', ') || 'no sibling folder'}.`,
  };
}

/** All existing folders of these modules, and the modules themselves. */
const folders = Object.keys(modules).flatMap((module) => [
  module,
  ...readdirSync(new URL(`../app/${module}`, import.meta.url), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/').split('/app/').pop()),
]);

/**
 * The properties of a language are in its profile, and its texts in records keyed by language, whose completeness the
 * compiler checks. A comparison with a language code would treat a new language like English.
 */
const code = Object.keys(languages).join('|');
const formOnlyCode = formOnlyCodes.join('|');
const noLanguageCodes = [
  {
    selector: `BinaryExpression[operator=/^[!=]=/] > Literal[value=/^(${code})$/], SwitchCase > Literal[value=/^(${code})$/]`,
    message: 'Use the profile of the language, or a record keyed by language (app/i18n/languages.ts).',
  },
  {
    selector: `Literal[value=/^(${formOnlyCode})$|wording=(${formOnlyCode})/], TemplateElement[value.raw=/wording=(${formOnlyCode})/]`,
    message: 'Iterate over formOnlyCodes, or call isFormOnlyLanguage (app/i18n/languages.ts).',
  },
];

/** Links to phone numbers, which only one module builds: a wrong one reaches a stranger. */
const phoneLink = String.raw`/^tel:|\bwa\.me\b|\bwhatsapp\.com\b|^whatsapp:/i`;
const noPhoneLinks = [
  {
    selector: `Literal[value=${phoneLink}], TemplateElement[value.raw=${phoneLink}]`,
    message: 'Use phoneHref and chatHref (app/i18n/input/phone-number.ts).',
  },
];

/**
 * Bodies of requests are read with limits, by app/uploads/receive. A reader of a whole body may therefore be called only
 * on what is named as something else: a response, or a file that has been read with limits.
 */
const bodyReader = '/^(formData|text|json|arrayBuffer|blob|bytes)$/';
const boundedBody = '/^(\\w*[rR]esponse|rendered|reserve|file)$/';
const isReaderCall = `CallExpression[arguments.length=0]:matches([callee.property.name=${bodyReader}], [callee.property.value=${bodyReader}])`;
const noUnboundedBodies = [
  {
    selector: `${isReaderCall}:not([callee.object.name=${boundedBody}])`,
    message: 'Read the body of a request with readUpload or readText (app/uploads/receive).',
  },
  {
    selector: `:not(MemberExpression[property.name="locked"]) > MemberExpression[property.name="body"]:has(> Identifier.object[name=/request$/i], > MemberExpression.object[property.name=/request$/i], > CallExpression.object[callee.property.name="clone"])`,
    message: 'Read the body of a request with readUpload or readText (app/uploads/receive).',
  },
];

/**
 * Errors of form fields are message codes. The functions of app/forms/schemas accept nothing else, whereas zod accepts any
 * string.
 */
const schemas = ['forms', 'places', 'flights/search', 'enquiries'].map((module) => `app/${module}/**/*.ts`);
const schemaHelpersMessage = 'Use app/forms/schemas, whose functions accept only message codes.';
const noLiteralErrorMessages = [
  { selector: `CallExpression[callee.object.name="z"][callee.property.name!="object"]`, message: schemaHelpersMessage },
  { selector: 'MemberExpression[object.name="z"][property.name="NEVER"]', message: schemaHelpersMessage },
  {
    selector: 'CallExpression[callee.property.name=/^(refine|superRefine|check)$/] > ObjectExpression',
    message: schemaHelpersMessage,
  },
  {
    selector: 'CallExpression[callee.property.name=/^(refine|superRefine|check)$/] > Literal',
    message: schemaHelpersMessage,
  },
];

/**
 * From far to near: imports for side effects, Node, packages, other modules, parent folders, the same folder. ESLint has no
 * built-in rule that fixes the order of imports; this plugin is small and has no dependencies.
 */
const importOrder = [['^\\u0000', '^node:', '^@?\\w', '^virtual:', '^#', '^\\.\\.', '^\\.']];

/**
 * A pattern whose time grows faster than its text lets one small file or field stop the site for everybody. Of the whole
 * plugin, these are the rules about time.
 */
const superLinearRules = {
  'regexp/no-super-linear-backtracking': 'error',
  'regexp/no-super-linear-move': 'error',
};

/**
 * Where durations are measured: the benchmarks, the reports on how long tests take, what compares costs, and what behaves
 * or waits by a clock.
 */
const durationFiles = [
  ...['tests/bench/**', 'tests/run.ts', 'tests/soak.ts'],
  ...[
    ...['vitest-progress', 'reference-load', 'thread-time', 'loop-probe', 'reader-costs'],
    ...['wait-for', 'shifted-clock', 'stopped-clock', 'stand-in-flights'],
  ].map((name) => `tests/support/${name}.ts`),
];

/** Waits whose limit a slow machine exceeds. */
const noShortWaits = [
  {
    selector: 'CallExpression[callee.object.name="vi"][callee.property.name="waitFor"]',
    message: 'It gives up after a second. Use expect.poll or waitFor (tests/support/wait-for.ts).',
  },
  {
    selector: 'MemberExpression[property.name="waitForTimeout"]',
    message: 'Wait for a condition: on a slow machine, it may not have happened by then.',
  },
];

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
  {
    files: ['app/**/*.{ts,tsx}', 'server.ts', 'tests/support/**/*.ts'],
    plugins: { regexp },
    rules: superLinearRules,
  },
  {
    files: ['app/**/*.test.ts', 'tests/**/*.ts'],
    ignores: durationFiles,
    plugins: { local: { rules: { 'no-durations': noDurations } } },
    rules: { 'local/no-durations': 'error', 'no-restricted-syntax': ['error', ...noShortWaits] },
  },
  { files: ['**/*.tsx'], ...jsxA11y.flatConfigs.strict },
  { files: ['app/**/*.{ts,tsx}'], plugins: { 'react-hooks': reactHooks }, rules: hookRules },
  {
    files: ['app/**/*.{ts,tsx}', 'server.ts'],
    ignores: ['app/i18n/**', '**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', ...noLanguageCodes, ...noPhoneLinks] },
  },
  {
    files: ['app/**/*.server.{ts,tsx}', 'app/routes/**', 'server.ts'],
    ignores: ['app/i18n/**', 'app/uploads/receive/**', '**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', ...noLanguageCodes, ...noPhoneLinks, ...noUnboundedBodies] },
  },
  {
    files: schemas,
    ignores: ['app/forms/schemas/**', '**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...noLanguageCodes,
        ...noPhoneLinks,
        ...noUnboundedBodies,
        ...noLiteralErrorMessages,
      ],
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { name: '@conform-to/zod/v4', message: 'Use parseFields, whose errors are message codes.' },
      ],
    },
  },
  ...folders.map(importRules),
  {
    files: ['app/*/**/*.{ts,tsx}'],
    ignores: Object.keys(modules).map((module) => `app/${module}/**`),
    rules: {
      'no-restricted-syntax': ['error', { selector: 'Program', message: 'Add this module to tests/eslint.config.js.' }],
    },
  },
);
