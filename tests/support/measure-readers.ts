import { contentReaders } from './content-readers.ts';
import { measureReader } from './reader-costs.ts';

// A process of its own: `node --expose-gc measure-readers.ts NAME` measures a reader of content, and prints its costs as
// JSON. In a process that does other things too, neither memory nor stops could be told from theirs.

const reader = contentReaders.find(({ name }) => name === process.argv[2]);
if (!reader) throw new Error(`No reader is called ${process.argv[2]}`);
console.log(JSON.stringify(await measureReader(reader)));
