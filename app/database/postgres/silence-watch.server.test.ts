import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { DatabaseUnavailableError } from '../database-error.ts';
import { watchSilence } from './silence-watch.server.ts';

const never = () => new Promise<never>(() => undefined);

/** A watch of a server that is silent as long as `server.isSilent`. */
function watched() {
  const server = { isSilent: false, questions: 0 };
  const isSilent = () => {
    server.questions += 1;
    return Promise.resolve(server.isSilent);
  };
  return { server, watch: watchSilence(isSilent, { patience: 5, retryInterval: 5 }) };
}

describe('a watch of a silent server', () => {
  test('asks nothing while responses arrive', async () => {
    const { server, watch } = watched();
    expect(await watch.expect(() => Promise.resolve('answer'))).toBe('answer');
    await expect(watch.expect(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await pause(20);
    expect(server.questions).toBe(0);
  });

  test('lets slow statements of a server that is alive take their time', async () => {
    const { server, watch } = watched();
    expect(await watch.expect(() => pause(50, 'late'))).toBe('late');
    expect(server.questions).toBe(1);
  });

  test('ends all waiting when the server is silent, and rejects new statements at once until it responds again', async () => {
    const { server, watch } = watched();
    server.isSilent = true;
    const outcomes = await Promise.allSettled([watch.expect(never), watch.expect(never)]);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseUnavailableError) as unknown });
    }
    let hasAsked = false;
    await expect(
      watch.expect(() => {
        hasAsked = true;
        return never();
      }),
    ).rejects.toThrow(DatabaseUnavailableError);
    expect(hasAsked).toBe(false);
    server.isSilent = false;
    await expect.poll(() => watch.expect(() => Promise.resolve('back')).catch(() => 'silent')).toBe('back');
  });

  test('asks no more once it is closed', async () => {
    const { server, watch } = watched();
    server.isSilent = true;
    await expect(watch.expect(never)).rejects.toThrow(DatabaseUnavailableError);
    watch.close();
    await pause(20);
    const { questions } = server;
    await pause(50);
    expect(server.questions).toBe(questions);
  });
});
