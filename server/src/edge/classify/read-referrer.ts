import { truncateHeader, decodeHeader } from '../request/header-text.ts';

const referrerLengthMax = 1_024;

const lengthMax = 253;
const slash = 47;
const questionMark = 63;
const hash = 35;
const backslash = 92;
const schemes = ['https://', 'http://', 'android-app://', 'ios-app://'] as const;
// Browsers send non-ASCII hosts as `xn--…`, so a host with any other character is invalid.
const host = /^[a-z0-9_](?:[a-z0-9._-]{0,251}[a-z0-9_])?$/;
const addressInBrackets = /^\[[0-9a-f:.]{2,45}\]$/;

type Referrer = { referrer: string | undefined; referrerDomain: string | undefined };

const none: Referrer = { referrer: undefined, referrerDomain: undefined };

/**
 * Returns the referrer, cut to the maximum length, and its domain in lowercase without port and `www.`, so that each
 * site is one row in reports. Waypost's own hosts are not treated differently.
 */
export function readReferrer(header: string | undefined): Referrer {
  if (header === undefined || header === '') return none;
  const referrer = truncateHeader(decodeHeader(header), referrerLengthMax);
  return { referrer, referrerDomain: domainOf(referrer) };
}

// Characters that most hosts consist of. Hosts with other characters are checked with slower regular expressions.
const isHostCharacter = new Uint8Array(128);
for (const character of 'abcdefghijklmnopqrstuvwxyz0123456789._-')
  isHostCharacter[character.charCodeAt(0)] = 1;
const [dot, hyphen] = [46, 45];

function domainOf(referrer: string): string | undefined {
  const from = startOfHost(referrer);
  return from < 0 ? undefined : (fastDomain(referrer, from) ?? parsedDomain(referrer, from));
}

function fastDomain(referrer: string, from: number): string | undefined {
  let end = from;
  while (isHostCharacter[referrer.charCodeAt(end)] === 1) end += 1;
  if (end < referrer.length && !endsHost(referrer.charCodeAt(end))) return undefined;
  const first = referrer.charCodeAt(from);
  const last = referrer.charCodeAt(end - 1);
  const hasOddEdge = first === dot || first === hyphen || last === dot || last === hyphen;
  if (hasOddEdge || end === from || end - from > lengthMax || referrer.startsWith('www.', from))
    return undefined;
  return referrer.slice(from, end);
}

function parsedDomain(referrer: string, from: number): string | undefined {
  const authority = referrer.slice(from, endOfHost(referrer, from)).toLowerCase();
  const bare = withoutPort(authority.slice(authority.lastIndexOf('@') + 1));
  const domain = bare.startsWith('www.') && bare.indexOf('.', 4) > 0 ? bare.slice(4) : bare;
  return host.test(domain) || addressInBrackets.test(domain) ? domain : undefined;
}

function startOfHost(referrer: string): number {
  if (referrer.startsWith('https://')) return 8;
  const start = referrer.slice(0, 16).toLowerCase();
  const scheme = schemes.find((text) => start.startsWith(text));
  return scheme === undefined ? -1 : scheme.length;
}

function endOfHost(referrer: string, from: number): number {
  for (let at = from; at < referrer.length; at += 1) {
    if (endsHost(referrer.charCodeAt(at))) return at;
  }
  return referrer.length;
}

function endsHost(code: number): boolean {
  return code === slash || code === questionMark || code === hash || code === backslash;
}

function withoutPort(name: string): string {
  const colon = name.lastIndexOf(':');
  return colon >= 0 && colon > name.lastIndexOf(']') ? name.slice(0, colon) : name;
}
