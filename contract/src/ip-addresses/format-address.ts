import type { Address } from './parse-address.ts';

/** Formats an address in its canonical notation (RFC 5952 for IPv6). */
export function formatAddress(address: Address): string {
  return typeof address === 'number' ? formatIpv4(address) : formatIpv6(address);
}

function formatIpv4(value: number): string {
  return `${value >>> 24}.${(value >>> 16) & 0xff}.${(value >>> 8) & 0xff}.${value & 0xff}`;
}

function formatIpv6(digits: string): string {
  const gap = longestZeros(digits);
  let text = '';
  for (let at = 0; at < 32; at += 4) {
    // A colon precedes every group except the first, and the gap is two colons.
    if (at === gap.begin) text += '::';
    if (at >= gap.begin && at < gap.end) continue;
    text += at === 0 || at === gap.end ? group(digits, at) : `:${group(digits, at)}`;
  }
  return text;
}

// RFC 5952: if several runs of zero groups are equally long, the first run is shortened. A single zero group is never
// shortened.
function longestZeros(digits: string): { begin: number; end: number } {
  let longest = { begin: 32, end: -1 };
  let length = 4;
  let run = 0;
  for (let at = 0; at < 32; at += 4) {
    run = digits.startsWith('0000', at) ? run + 4 : 0;
    if (run <= length) continue;
    length = run;
    longest = { begin: at + 4 - run, end: at + 4 };
  }
  return longest;
}

const zero = 0x30;

function group(digits: string, at: number): string {
  let begin = at;
  while (begin < at + 3 && digits.charCodeAt(begin) === zero) begin += 1;
  return digits.slice(begin, at + 4);
}
