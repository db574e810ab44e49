import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An instruction of a Dockerfile. */
interface Instruction {
  keyword: string;
  text: string;
}

/** A build stage, with the instructions after FROM. */
export interface Stage {
  name: string;
  image: string;
  instructions: Instruction[];
}

/** Reads the stages of a Dockerfile that uses neither escapes nor here-documents. */
export function readDockerfile(path: string): Stage[] {
  const text = readFileSync(path, 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '');
  const stages: Stage[] = [];
  for (const line of text.split('\n').filter(Boolean)) {
    const [, keyword = '', rest = ''] = /^(\w+) (.*)$/.exec(line) ?? [];
    const [, image = '', name = ''] = /^(\S+)(?: AS (\S+))?$/.exec(rest) ?? [];
    if (keyword === 'FROM') stages.push({ name, image, instructions: [] });
    else stages.at(-1)?.instructions.push({ keyword, text: rest });
  }
  return stages;
}

/** Returns the files in a Dockerfile's context: those that its ignore file re-includes with an exclamation mark. */
export function contextFiles(ignoreFile: string): string[] {
  return Array.from(readFileSync(ignoreFile, 'utf8').matchAll(/^!(.+)$/gm), ([, name = '']) => name);
}

/**
 * Runs the COPY and RUN instructions of a stage in a folder instead of an image.
 * @param root the path of WORKDIR in the image
 * @param context the names of the files in the context, which is the current folder
 * @param folders the folders of the stages from which it copies, by name
 */
export function runStage(
  { instructions }: Stage,
  folder: string,
  { root, context, folders }: { root: string; context: string[]; folders: Record<string, string> },
): void {
  mkdirSync(folder, { recursive: true });
  for (const { keyword, text } of instructions) {
    if (keyword === 'RUN') execFileSync('sh', ['-c', text], { cwd: folder, stdio: 'pipe' });
    if (keyword !== 'COPY') continue;
    const [, stage, names = ''] = /^(?:--from=(\S+) )?(.*)$/.exec(text) ?? [];
    const paths = names.split(' ');
    const target = paths.pop() ?? '';
    for (const path of paths) {
      if (stage !== undefined)
        cpSync(path.replace(root, folders[stage] ?? ''), join(folder, target), { recursive: true });
      else if (path === '.') for (const name of context) cpSync(name, join(folder, name), { recursive: true });
      else if (context.includes(path)) cpSync(path, join(folder, target === './' ? path : target), { recursive: true });
      else throw new Error(`${path} is not in the context`);
    }
  }
}
