import { spawnSync } from 'node:child_process';

// `npm run soak` runs the tests that choose their number of cases by `scaleForSoak`, with many more cases than `npm test`
// has time for. All parts run even if one fails.

const integrationTests = [
  ...[
    'process-kills',
    'hostile-mutations',
    'hostile-sizes',
    'hostile-bodies',
    'hostile-fields',
    'content-readers',
    'hostile-connections',
    'backups',
    'restore',
  ],
  ...['clocks', 'hostile-redirects', 'hostile-data-requests', 'container'],
]
  .map((name) => `tests/integration/${name}.test.ts`)
  .concat('tests/engines/discs.test.ts');
const endToEndTests = [
  ...['form.spec', 'forms.spec', 'nothing-lost.spec', 'receipt.spec', 'journey.spec', 'flights.spec'],
  ...['scripts.spec', 'desk.spec', 'home.spec', 'pages.spec', 'consent.spec'],
];

const vitest = ['vitest', 'run', '--config', 'tests/vitest.config.ts', '--project'];
const parts: Record<string, string[]> = {
  integration: [...vitest, 'integration', '--project', 'engines', ...integrationTests],
  PostgreSQL: [...vitest, 'postgres'],
  'end to end': ['playwright', 'test', '--config', 'tests/playwright.config.ts', ...endToEndTests],
};

const summary = Object.entries(parts).map(([title, [program = '', ...args]]) => {
  console.log(`\n── ${title}`);
  const start = performance.now();
  const { status, error } = spawnSync(program, args, {
    stdio: 'inherit',
    env: { ...process.env, SOAK: '1' },
    shell: process.platform === 'win32',
  });
  if (error) throw error;
  if (status !== 0) process.exitCode = 1;
  return { title, result: status === 0 ? 'passed' : 'failed', seconds: (performance.now() - start) / 1000 };
});

console.log('\n── durations');
for (const { title, result, seconds } of summary)
  console.log(`${seconds.toFixed(0).padStart(5)} s  ${title} (${result})`);
