import type { MailTransport } from '#app/outbound/mail-transport.server.ts';
import type { Channel } from '../recipients.server.ts';
import { type NoticeLabels, noticeText } from './notice-text.ts';

/**
 * Returns a channel that sends a short email to one address. The Message-ID is derived from the notice's id, so every
 * attempt has the same one. The notices of one request form a thread.
 */
export function noticeMail(
  transport: MailTransport,
  from: { name: () => string; address: string },
  to: string,
  labels: NoticeLabels,
): Channel {
  const domain = from.address.replace(/^.*@/, '');
  return {
    async send(id, notice) {
      const { title, lines } = noticeText(notice, labels);
      const thread = notice.reference === undefined ? undefined : `<${notice.reference}.notices@${domain}>`;
      const { accepted, failure } = await transport.send({
        from: { name: from.name(), address: from.address },
        to: [to],
        subject: title,
        messageId: `<${id}@${domain}>`,
        ...(thread !== undefined && { references: thread }),
        // RFC 3834: suppresses automatic replies.
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...(isHighPriority(notice) && { priority: 'high' as const }),
        text: `${lines.join('\n\n')}\n`,
      });
      return accepted.length > 0
        ? { accepted: true }
        : { accepted: false, reason: failure?.detail ?? 'the server accepted no recipient' };
    },
  };
}

function isHighPriority(notice: Parameters<Channel['send']>[1]): boolean {
  return 'trouble' in notice ? notice.type === 'trouble.began' : notice.urgent;
}
