import { BlockList, isIPv4, SocketAddress } from 'node:net';

// Duplicates the production list on purpose, and is checked with Node's BlockList instead of production code.
const forbiddenIpv4 = `
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
  192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15
  198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
`
  .trim()
  .split(/\s+/);
const forbiddenIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const ipv4 = buildBlockList(forbiddenIpv4, 'ipv4');
const ipv6 = buildBlockList(forbiddenIpv6, 'ipv6');
const globalIpv6 = buildBlockList(['2000::/3'], 'ipv6');

/** Returns true if outgoing calls to this address are forbidden. IPv4-mapped IPv6 addresses are checked as IPv4. */
export function isForbiddenAddress(address: string): boolean {
  if (isIPv4(address)) return ipv4.check(address, 'ipv4');
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  const [, mapped] = /^::ffff:([\d.]+)$/.exec(canonical) ?? [];
  if (mapped !== undefined) return ipv4.check(mapped, 'ipv4');
  return !globalIpv6.check(canonical, 'ipv6') || ipv6.check(canonical, 'ipv6');
}

function buildBlockList(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [start = '', prefix] = range.split('/');
    list.addSubnet(start, Number(prefix), family);
  }
  return list;
}
