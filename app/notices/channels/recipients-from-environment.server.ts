import { createHash } from 'node:crypto';
import type { Environment } from '#app/env/env.server.ts';
import { openMailTransport } from '#app/outbound/mail-transport.server.ts';
import type { Recipient, Recipients } from '../recipients.server.ts';
import { noticeMail } from './notice-mail.server.ts';
import type { NoticeLabels } from './notice-text.ts';
import { ntfy } from './ntfy.server.ts';
import { webhook } from './webhook.server.ts';

/**
 * Returns the recipients configured in the environment.
 * @param senderName returns the name under which emails are sent
 */
export function recipientsFromEnvironment(
  env: Environment,
  labels: NoticeLabels,
  senderName: () => string,
): Recipients {
  const sender = env.MAIL_FROM ?? env.DESK_EMAIL?.[0];
  const transport = env.SMTP_URL === undefined ? undefined : openMailTransport(env.SMTP_URL);
  const mailRecipients = (addresses: readonly string[] = []): Recipient[] =>
    addresses.map((address) => {
      if (!transport || sender === undefined) throw new Error('Email recipients require SMTP_URL and a sender address');
      return {
        id: `mail ${digest(address)}`,
        channel: noticeMail(transport, { name: senderName, address: sender }, address, labels),
      };
    });
  const urlRecipients = (urls: readonly string[] = []): Recipient[] =>
    urls.map((url) => ({ id: recipientId(url), channel: channelOf(url, env, labels) }));
  const everybody = [...mailRecipients(env.NOTIFY_EMAIL), ...urlRecipients(env.NOTIFY_URL)];
  const escalation = [...mailRecipients(env.ESCALATE_EMAIL), ...urlRecipients(env.ESCALATE_URL)];
  return { everybody, escalation: escalation.length > 0 ? escalation : everybody };
}

function channelOf(url: string, env: Environment, labels: NoticeLabels) {
  if (url.startsWith('ntfy+')) return ntfy(url.slice('ntfy+'.length), labels, env.NTFY_TOKEN);
  if (!env.NOTIFY_SECRET) throw new Error('Webhooks require NOTIFY_SECRET');
  return webhook(url, env.NOTIFY_SECRET);
}

/** Returns `host 3f2a91c0`, without the path: a webhook's path or a push server's topic may be secret. */
function recipientId(url: string): string {
  const { hostname } = new URL(url.replace(/^ntfy\+/, ''));
  return `${hostname} ${digest(url)}`;
}

function digest(address: string): string {
  return createHash('sha256').update(address).digest('hex').slice(0, 8);
}
