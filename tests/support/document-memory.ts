import { costlyDocuments } from './costly-documents.ts';
import { documentProblem } from './document-problem.ts';
import { wordDocument } from './word-document.ts';

// Prints how much memory the process takes above what it takes idle (MiB), at most, while it checks three documents of
// one kind at the same time. Run with --expose-gc.

/** The documents that take most, of all costly ones. */
const kinds = ['a comment in the document', 'many elements in the document', 'many names'];

const collectGarbage = globalThis.gc;
if (!collectGarbage) throw new Error('Run this with --expose-gc.');

await documentProblem(wordDocument());
let peak = 0;
for (const [name, bytes] of costlyDocuments) {
  if (!kinds.includes(name)) continue;
  const documents = Array.from({ length: 3 }, () => bytes(2_500_000));
  collectGarbage();
  const idle = process.memoryUsage.rss();
  const watching = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss() - idle);
  });
  await Promise.all(documents.map(documentProblem));
  clearInterval(watching);
}
console.log(Math.round(peak / 2 ** 20));
