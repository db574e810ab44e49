import { writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';

// Preloaded into a process (`--import`): when the process exits, writes the modules that it has executed to the file
// named by EXECUTED_MODULES, one per line. Node also reads CommonJS modules that it never executes, to find their
// exports.

const esModules: string[] = [];
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (loaded.format === 'module') esModules.push(url);
    return loaded;
  },
});

process.on('exit', () => {
  const commonJs = Object.values(createRequire(import.meta.url).cache).filter((module) => module?.loaded);
  const lines = [...esModules, ...commonJs.map((module) => module?.filename)];
  writeFileSync(process.env.EXECUTED_MODULES ?? '', lines.join('\n'));
});
