import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { networkOf } from './network.ts';

interface Notation {
  /** Which run of zeros is written as `::`. */
  run: number;
  upper: boolean;
  /** Whether groups have leading zeros. */
  padded: boolean;
  /** Whether the last 32 bits are written as an IPv4 address. */
  dotted: boolean;
  zone: boolean;
}

describe('networkOf', () => {
  test.each([
    ['1.2.3.4', '1.2.3.4'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['::FFFF:1.2.3.4', '1.2.3.4'],
    ['0:0:0:0:0:ffff:1.2.3.4', '1.2.3.4'],
    ['::ffff:102:304', '1.2.3.4'],
    ['0000:0000:0000:0000:0000:ffff:0102:0304', '1.2.3.4'],
    ['::ffff:255.254.0.9', '255.254.0.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1%eth0', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:0::1', '2001:db8:0:0::/64'],
    ['2001::2:0:0:0:1', '2001:0:0:2::/64'],
    ['2001::2:3:0:0:1.2.3.4', '2001:0:2:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['::1.2.3.4', '0:0:0:0::/64'],
    ['64:ff9b::1.2.3.4', '64:ff9b:0:0::/64'],
    // Values that a misconfigured proxy may pass on.
    ['', ''],
    ['unknown', 'unknown'],
    ['1.2.3.4:5678', '1.2.3.4:5678'],
    ['[2001:db8::1]:443', '[2001:db8::1]:443'],
    ['1::2::3', '1::2::3'],
  ])('maps %j to %j', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  const group = fc.oneof(fc.constant(0), fc.constant(0xffff), fc.nat({ max: 0xffff }));
  const groups = (length: number) => fc.array(group, { minLength: length, maxLength: length });
  const network = groups(4).filter((all) => all.some((group) => group > 0));

  const anyNotation: fc.Arbitrary<Notation> = fc.record({
    run: fc.nat(),
    upper: fc.boolean(),
    padded: fc.boolean(),
    dotted: fc.boolean(),
    zone: fc.boolean(),
  });

  /** Writes an address in one of its notations (RFC 4291, section 2.2). */
  function format(all: number[], { run, upper, padded, dotted, zone }: Notation): string {
    const written = all.map((group) => group.toString(16).padStart(padded ? 4 : 1, '0'));
    const [high = 0, low = 0] = all.slice(6);
    if (dotted) written.splice(6, 2, [high >> 8, high & 255, low >> 8, low & 255].join('.'));
    const zeros = written.flatMap((text, index) => (/^0+$/.test(text) ? index : []));
    const start = zeros[run % Math.max(1, zeros.length)];
    let text = written.join(':');
    if (start !== undefined) {
      let end = start;
      while (zeros.includes(end)) end++;
      text = `${written.slice(0, start).join(':')}::${written.slice(end).join(':')}`;
    }
    return (upper ? text.toUpperCase() : text) + (zone ? '%eth0' : '');
  }

  test('maps an IPv6 address to its /64 prefix in any notation', () => {
    fc.assert(
      fc.property(network, groups(4), groups(4), anyNotation, anyNotation, (prefix, host, otherHost, first, second) => {
        const found = networkOf(format([...prefix, ...host], first));
        expect(found).toBe(`${prefix.map((part) => part.toString(16)).join(':')}::/64`);
        expect(networkOf(format([...prefix, ...otherHost], second))).toBe(found);
      }),
    );
  });

  test('maps IPv4-mapped IPv6 addresses to the IPv4 address in any notation', () => {
    fc.assert(
      fc.property(groups(2), anyNotation, ([high = 0, low = 0], notation) => {
        const address = [high >> 8, high & 255, low >> 8, low & 255].join('.');
        expect(networkOf(address)).toBe(address);
        expect(networkOf(format([0, 0, 0, 0, 0, 0xffff, high, low], notation))).toBe(address);
      }),
    );
  });
});
