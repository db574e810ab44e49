const secretPrefix = 'whsec_';

/**
 * Decodes a secret as defined by Standard Webhooks: `whsec_` and 24 to 64 bytes in base64.
 * @returns undefined if malformed
 */
export function webhookKey(secret: string): Buffer | undefined {
  const encoded = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : '';
  const key = Buffer.from(encoded, 'base64');
  const isBase64 = key.toString('base64').replace(/(?<!=)=+$/, '') === encoded.replace(/(?<!=)=+$/, '');
  return isBase64 && key.length >= 24 && key.length <= 64 ? key : undefined;
}
