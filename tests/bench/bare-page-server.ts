import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

// Baseline for cached pages: sends the same headers and bytes for every request, and does nothing else.
const folder = process.argv[2] ?? '.';
const headers = JSON.parse(readFileSync(join(folder, 'headers.json'), 'utf8')) as string[];
const body = readFileSync(join(folder, 'body'));

const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => console.log(`"port":${(server.address() as AddressInfo).port}`));
