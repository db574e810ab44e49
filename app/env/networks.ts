import { BlockList, isIP } from 'node:net';

/**
 * Parses a list of networks, such as `192.0.2.0/24, 2001:db8::/32`.
 * @returns undefined if an entry is neither an address nor a network
 */
export function parseNetworks(list: string): BlockList | undefined {
  const networks = new BlockList();
  for (const entry of list.split(/[\s,]+/).filter(Boolean)) {
    const [address = '', prefix, ...rest] = entry.split('/');
    const version = isIP(address);
    const bits = version === 4 ? 32 : 128;
    // `Number('')` is 0, which would admit everybody.
    if (prefix !== undefined && !/^\d{1,3}$/.test(prefix)) return undefined;
    const length = prefix === undefined ? bits : Number(prefix);
    if (version === 0 || length > bits || rest.length > 0) return undefined;
    networks.addSubnet(address, length, version === 4 ? 'ipv4' : 'ipv6');
  }
  return networks;
}

/** Returns whether an address is in one of the networks; always true without a list. */
export function inNetworks(address: string | undefined, networks: BlockList | undefined): boolean {
  if (!networks) return true;
  // A dual-stack socket reports IPv4 addresses in this form.
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/, '');
  const version = isIP(plain);
  return version !== 0 && networks.check(plain, version === 4 ? 'ipv4' : 'ipv6');
}
