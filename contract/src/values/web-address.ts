import { z } from 'zod';
import { codePoints } from './text.ts';

type WebAddress = { ok: true; url: URL } | { ok: false; reason: string };

const lengthMax = 2_048;
// Characters that a URL must not contain. The URL parser silently drops some of them, so the stored URL would differ
// from the requested URL.
const unwanted = /[\s\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u;
const label = /^[a-z0-9_-]{1,63}$/;
const hostLengthMax = 253;

/**
 * Parses an absolute http or https URL. Macros such as `{clickid}` are allowed anywhere after the host. The
 * failure reason completes the sentence "the URL …".
 */
export function readWebAddress(text: string): WebAddress {
  const reason = refuseSpelling(text);
  if (reason !== undefined) return { ok: false, reason };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && isHost(url.hostname)) return { ok: true, url };
  return { ok: false, reason: 'must have a valid host and port' };
}

/** URL of a landing page or offer. Any host is allowed, because only browsers open the URL, never the server. */
export const pageUrl = z
  .string()
  .trim()
  .superRefine((text, context) => {
    const address = readWebAddress(text);
    if (!address.ok) context.addIssue({ code: 'custom', message: address.reason });
  })
  .meta({
    minLength: 1,
    maxLength: lengthMax,
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
    description: 'Absolute http or https URL. Macros such as {clickid} are allowed after the host.',
  });

/**
 * Returns why the spelling of a URL is rejected. Checks the text instead of the parsed URL, because the parser repairs
 * missing and doubled slashes, backslashes and line breaks.
 */
function refuseSpelling(text: string): string | undefined {
  if (text === '') return 'must not be empty';
  if (codePoints(text) > lengthMax) return `must have at most ${lengthMax} characters`;
  if (unwanted.test(text)) return 'must not contain spaces or control characters';
  if (text.includes('\\')) return 'must not contain a backslash';
  const [prefix, authority = ''] = /^https?:\/\/([^/?#]*)/i.exec(text) ?? [];
  if (prefix === undefined) return 'must start with http:// or https://';
  if (authority === '') return 'must have a host after http:// or https://';
  if (/[{}]/.test(authority)) return 'must have macros only after the host and port';
  if (authority.includes('@')) return 'must not contain a user name or password';
  return undefined;
}

/** Returns false for host names that the parser accepts but DNS does not allow, such as `a..b` and `a*b`. */
function isHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return true;
  const name = hostname.replace(/\.$/, '');
  return name.length <= hostLengthMax && name.split('.').every((part) => label.test(part));
}
