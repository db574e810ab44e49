import { writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';

// Preloaded into a process (`--import`): lists the modules that the process executes, one in each line of the file
// EXECUTED_MODULES, when it exits. Node also reads CommonJS modules that it never executes, to find the names of exports.

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
