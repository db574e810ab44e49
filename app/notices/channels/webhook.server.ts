import { createHmac } from 'node:crypto';
import type { Channel } from '../recipients.server.ts';
import { postJson } from './post-json.server.ts';

/**
 * Returns a channel that posts to a webhook, signed according to Standard Webhooks version 1 (symmetric).
 * @param now returns the Unix time in ms; receivers reject signatures that are more than a few minutes old
 */
export function webhook(url: string, key: Buffer, now: () => number = Date.now): Channel {
  return {
    send(id, notice) {
      const body = JSON.stringify(notice);
      const timestamp = Math.floor(now() / 1000);
      const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
      return postJson(url, body, {
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': `v1,${signature}`,
      });
    },
  };
}
