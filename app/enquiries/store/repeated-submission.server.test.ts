import { describe, expect, test } from 'vitest';
import { submissionHash } from './repeated-submission.server.ts';

describe('the hash of a submission', () => {
  test('reveals neither key nor sender, and depends on the content', () => {
    const hash = submissionHash({ formKey: 'key', sender: 'sender' }, 'words');
    expect(hash).toMatch(/^key:[0-9a-f]{64}$/);
    expect(submissionHash({ formKey: 'key' }, 'words')).toBe(hash);
    expect(submissionHash({ formKey: 'key' }, 'other words')).not.toBe(hash);
    expect(submissionHash({ sender: 'key' }, 'words')?.slice(-64)).toBe(hash?.slice(-64));
  });

  test('of a sender never equals that of a key with the same value', () => {
    expect(submissionHash({ sender: 'key' }, 'words')).not.toBe(submissionHash({ formKey: 'key' }, 'words'));
  });

  test('is null without key and sender', () => {
    expect(submissionHash({}, 'words')).toBeNull();
  });
});
