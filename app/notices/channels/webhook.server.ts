import { createHmac } from 'node:crypto';
import type { Channel } from '../recipients.server.ts';
import { postJson } from './post-json.server.ts';

/**
 * A channel that posts to a webhook, signed according to Standard Webhooks version 1 (symmetric).
 * @param now Unix time in ms; receivers reject signatures older than some minutes
 */
export function webhook(url: string, key: Buffer, now: () => number = Date.now): Channel {
  return {
    tell(id, notice) {
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
