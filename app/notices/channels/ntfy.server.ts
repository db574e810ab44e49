import type { StaffNotice } from '../notice.ts';
import type { Channel } from '../recipients.server.ts';
import { type NoticeLabels, noticeText } from './notice-text.ts';
import { postJson } from './post-json.server.ts';

/**
 * Returns a channel for the push server ntfy, whose app can make a phone ring at night. Uses "publish as JSON", which
 * posts to the server's root with the topic in the body. A tap on the notice opens its link.
 * @param topicUrl `https://host/topic`
 * @param token the access token, if the server requires one
 */
export function ntfy(topicUrl: string, labels: NoticeLabels, token?: string): Channel {
  const url = new URL(topicUrl);
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  const topic = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
  const root = url.origin + path.slice(0, path.lastIndexOf('/') + 1);
  return {
    send(id, notice) {
      const { title, lines } = noticeText(notice, labels);
      const { priority, tag } = priorityOf(notice);
      const click = 'link' in notice ? notice.link : undefined;
      const body = { topic, title, message: lines.join('\n'), priority, tags: [tag], click };
      return postJson(root, JSON.stringify(body), {
        'webhook-id': id,
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      });
    },
  };
}

/** Returns ntfy's priority and tag: priority 5 bypasses "do not disturb", 3 makes the default sound. */
function priorityOf(notice: StaffNotice): { priority: number; tag: string } {
  if ('trouble' in notice) {
    return notice.type === 'trouble.over' ? { priority: 3, tag: 'white_check_mark' } : { priority: 5, tag: 'warning' };
  }
  // Further documents and answers concern only whoever has taken the request, so nobody needs to be woken.
  if (notice.type === 'request.documents' || notice.type === 'request.answer') {
    return { priority: notice.urgent ? 4 : 3, tag: 'page_facing_up' };
  }
  if (notice.type === 'request.expiring') return { priority: 2, tag: 'wastebasket' };
  if (notice.type === 'request.call_again') return { priority: 4, tag: 'telephone_receiver' };
  if (notice.urgent) return { priority: 5, tag: 'rotating_light' };
  return {
    priority: notice.type === 'request.received' ? 3 : 4,
    tag: 'envelope',
  };
}
