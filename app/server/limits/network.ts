import { isIPv6 } from 'node:net';

/**
 * Returns the network of an address, as a provider assigns it to one customer: the /64 prefix of an IPv6 address in
 * canonical notation. An IPv4-mapped IPv6 address becomes plain IPv4. Anything else is returned unchanged.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = parseAddress(address);
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 6).join() === '0,0,0,0,0,65535') return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/**
 * Parses the eight 16-bit groups of an IPv6 address in any notation (RFC 4291, section 2.2). A zone id (RFC 4007) is
 * dropped.
 */
function parseAddress(address: string): number[] {
  const [head = [], tail = []] = address.replace(/%.*/s, '').split('::').map(parseGroups);
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function parseGroups(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
