import { z } from 'zod';
import { codePoints } from './text.ts';

type WebAddress = { ok: true; url: URL } | { ok: false; reason: string };

const lengthMax = 2_048;
// The URL parser drops some of these in silence, so that what is stored would not be what is called.
const unwanted = /[\s\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u;
const label = /^[a-z0-9_-]{1,63}$/;
const hostLengthMax = 253;

/**
 * Reads an absolute http or https URL, in which macros such as `{clickid}` may stand anywhere after the host.
 * The reason of a refusal completes "the URL …".
 */
export function readWebAddress(text: string): WebAddress {
  const reason = refuseSpelling(text);
  if (reason !== undefined) return { ok: false, reason };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && isHost(url.hostname)) return { ok: true, url };
  return { ok: false, reason: 'must have a valid host and port' };
}

/** The URL of a landing page or an offer, as it was given. Browsers open it, the server never does: any host will do. */
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
    description: 'An absolute http or https URL; macros such as {clickid} may stand after the host.',
  });

/** What only the text shows: the parser repairs missing and doubled slashes, backslashes and line ends. */
function refuseSpelling(text: string): string | undefined {
  if (text === '') return 'must not be empty';
  if (codePoints(text) > lengthMax) return `must have at most ${lengthMax} characters`;
  if (unwanted.test(text)) return 'must not contain spaces or control characters';
  if (text.includes('\\')) return 'must not contain a backslash';
  const [prefix, authority = ''] = /^https?:\/\/([^/?#]*)/i.exec(text) ?? [];
  if (prefix === undefined) return 'must begin with http:// or https://';
  if (authority === '') return 'must name a host right after http:// or https://';
  if (/[{}]/.test(authority)) return 'must hold macros only after the host and its port';
  if (authority.includes('@')) return 'must not contain a user name or password';
  return undefined;
}

/** Whether a host out of the parser can exist: it lets `a..b` and `a*b` pass, which no name server knows. */
function isHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return true;
  const name = hostname.replace(/\.$/, '');
  return name.length <= hostLengthMax && name.split('.').every((part) => label.test(part));
}
