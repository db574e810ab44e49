import { DatabaseSync } from 'node:sqlite';

// Baseline for the site's form submissions: durable inserts of a single row.
// Arguments: database file, duration (ms). Prints inserts per second.
const [file = '', duration = '0'] = process.argv.slice(2);
const database = new DatabaseSync(file);
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE IF NOT EXISTS rows (text TEXT)');
const insert = database.prepare('INSERT INTO rows VALUES (?)');
// About the length of a submission's fields.
const text = 'x'.repeat(200);

const start = performance.now();
let count = 0;
while (performance.now() - start < Number(duration)) {
  insert.run(text);
  count += 1;
}
console.log((count * 1000) / (performance.now() - start));
database.close();
