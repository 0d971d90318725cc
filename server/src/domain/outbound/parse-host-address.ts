import {
  parseAddress,
  parseAddressRange,
  type Address,
  type AddressRange,
} from '@waypost/contract/ip-addresses/parse-address.ts';

/**
 * Parses every notation that operating systems resolve: `127.0.0.1`, `127.1`, `0x7f000001`, `::ffff:7f00:1`. Returns
 * undefined for any other text, including addresses with a zone (`fe80::1%eth0`), which are valid only on one machine.
 */
export function parseHostAddress(text: string): Address | undefined {
  return text.includes(':') ? parseAddress(text) : parseLooseIpv4(text);
}

export function parseRange(text: string): AddressRange | undefined {
  const base = parseAddress(text.split('/', 1).join(''));
  const range = parseAddressRange(text);
  // A range that starts with an IPv4-mapped address but also includes IPv6 addresses is rejected.
  return typeof range?.from === typeof base ? range : undefined;
}

// Parses an IPv4 address with one to four parts. The last part fills the remaining bytes.
function parseLooseIpv4(text: string): number | undefined {
  const parts = text.split('.').map(parseIpv4Part);
  const last = parts.pop() ?? Number.NaN;
  const isComplete =
    parts.length <= 3 && parts.every((part) => part <= 0xff) && last < 256 ** (4 - parts.length);
  return isComplete ? parts.reduce((sum, part, index) => sum + part * 256 ** (3 - index), last) : undefined;
}

// Returns NaN for text that is not a number, and for `010`, which some parsers read as eight and others as ten.
function parseIpv4Part(part: string): number {
  const isPlain = /^(?:0+[0-7]?|[1-9]\d*|0x[\da-f]+)$/i.test(part);
  return isPlain ? Number(part) : Number.NaN;
}
