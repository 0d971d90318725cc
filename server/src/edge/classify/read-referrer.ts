export const referrerLengthMax = 1_024;

const slash = 47;
const questionMark = 63;
const hash = 35;
const backslash = 92;
const schemes = ['https://', 'http://', 'android-app://', 'ios-app://'] as const;
// Letters beyond ASCII come as xn-- from browsers, so a host with others was made up.
const host = /^[a-z0-9_](?:[a-z0-9._-]{0,251}[a-z0-9_])?$/;
const addressInBrackets = /^\[[0-9a-f:.]{2,45}\]$/;

export type Referrer = { referrer: string | undefined; referrerDomain: string | undefined };

const none: Referrer = { referrer: undefined, referrerDomain: undefined };

/**
 * Where the visitor comes from, cut, and its host: lower-case, without port and without `www.`, so that one site is one
 * row in a report. Our own hosts are hosts like any other.
 */
export function readReferrer(header: string | undefined): Referrer {
  if (header === undefined || header === '') return none;
  const referrer = header.length > referrerLengthMax ? header.slice(0, referrerLengthMax) : header;
  return { referrer, referrerDomain: domainOf(referrer) };
}

function domainOf(referrer: string): string | undefined {
  const from = startOfHost(referrer);
  if (from < 0) return undefined;
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
    const code = referrer.charCodeAt(at);
    if (code === slash || code === questionMark || code === hash || code === backslash) return at;
  }
  return referrer.length;
}

function withoutPort(name: string): string {
  const colon = name.lastIndexOf(':');
  return colon >= 0 && colon > name.lastIndexOf(']') ? name.slice(0, colon) : name;
}
