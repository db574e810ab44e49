import { expect, test } from 'vitest';
import { inheritedSocket } from './inherited-socket.server.ts';

test.each<[Record<string, string>, { fd: number } | undefined]>([
  [{ LISTEN_PID: '42', LISTEN_FDS: '1' }, { fd: 3 }],
  [{ LISTEN_PID: '41', LISTEN_FDS: '1' }, undefined],
  [{ LISTEN_PID: '42', LISTEN_FDS: '0' }, undefined],
  [{ LISTEN_PID: '42' }, undefined],
  [{}, undefined],
])('for the environment %j, returns %j', (variables, socket) => {
  expect(inheritedSocket(variables, 42)).toEqual(socket);
});
