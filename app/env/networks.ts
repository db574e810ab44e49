import { BlockList, isIP } from 'node:net';

/**
 * Parses a list of networks, such as `192.0.2.0/24, 2001:db8::/32`.
 * @returns undefined if an entry is neither an address nor a network
 */
export function parseNetworks(list: string): BlockList | undefined {
  const networks = new BlockList();
  for (const entry of list.split(/[\s,]+/).filter(Boolean)) {
    const [address = '', prefix] = entry.split('/');
    const version = isIP(address);
    const bits = version === 4 ? 32 : 128;
    const length = prefix === undefined ? bits : Number(prefix);
    if (version === 0 || !Number.isInteger(length) || length < 0 || length > bits) return undefined;
    networks.addSubnet(address, length, version === 4 ? 'ipv4' : 'ipv6');
  }
  return networks;
}

/** Returns whether an address is in one of the networks; always true without a list. */
export function inNetworks(address: string | undefined, networks: BlockList | undefined): boolean {
  if (!networks) return true;
  // A socket for both versions has IPv4 addresses in this form.
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/, '');
  const version = isIP(plain);
  return version !== 0 && networks.check(plain, version === 4 ? 'ipv4' : 'ipv6');
}
