/** Whatever calls a number or opens a chat, in HTML or text. */
const link =
  /(?:\btel:|\bwhatsapp:\/\/|(?:https?:)?\/\/(?:wa\.me|api\.whatsapp\.com|web\.whatsapp\.com)\b)[^"'\s<>\\]*/gi;

/** A link that reaches the same person in every country (RFC 3966; WhatsApp's "click to chat"; ITU-T E.164). */
const international = /^(?:tel:\+|https:\/\/wa\.me\/)[1-9][0-9]{6,14}(?:\?text=[^&]*)?$/;

/** Returns the different links to phone numbers in a page or an email, in order. */
export function phoneLinksIn(content: string): string[] {
  return Array.from(new Set(content.match(link)));
}

/** Returns those links to phone numbers that could reach a stranger. */
export function wrongPhoneLinksIn(content: string): string[] {
  return phoneLinksIn(content).filter((found) => !international.test(found));
}
