import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

// Baseline for the site's uploads: each body is hashed and written to a synced file.
const folder = process.argv[2] ?? '.';
let count = 0;

const server = createServer((request, response) => {
  const hash = createHash('sha256');
  request.on('data', (chunk: Buffer) => hash.update(chunk));
  const file = createWriteStream(join(folder, `body-${(count += 1)}`), { flush: true });
  pipeline(request, file).then(
    () => response.end(hash.digest('hex')),
    () => response.destroy(),
  );
});
server.listen(0, '127.0.0.1', () => console.log(`"port":${(server.address() as AddressInfo).port}`));
