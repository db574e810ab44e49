import { describe, expect, test } from 'vitest';
import { submissionHash } from './repeated-submission.server.ts';

describe('the hash of a submission', () => {
  test('contains neither form key nor sender, and depends on the content', () => {
    const hash = submissionHash({ formKey: 'key', sender: 'sender' }, 'content');
    expect(hash).toMatch(/^key:[0-9a-f]{64}$/);
    expect(submissionHash({ formKey: 'key' }, 'content')).toBe(hash);
    expect(submissionHash({ formKey: 'key' }, 'other content')).not.toBe(hash);
    expect(submissionHash({ sender: 'key' }, 'content')?.slice(-64)).toBe(hash?.slice(-64));
  });

  test('differs between a sender and a form key with the same value', () => {
    expect(submissionHash({ sender: 'key' }, 'content')).not.toBe(submissionHash({ formKey: 'key' }, 'content'));
  });

  test('is null without a form key or sender', () => {
    expect(submissionHash({}, 'content')).toBeNull();
  });
});
