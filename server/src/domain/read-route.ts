/** Where a link leads: the name of the place, and what stands behind it in the path: an id, a key or a link. */
export type RequestRoute = { name: 'c' | 'e' | 'go' | 'v' | 'p.gif' | 't.js'; rest: string };

const idBegin = '/c/'.length;
const idLength = 36;
const [slash, hyphen] = [0x2f, 0x2d];

const spelled = /^[/\\\s]*(c|e|go|v|p\.gif|t\.js)(?![\w-])(?:[/\\\s]+[^\w?&%-]*([^/\\\s?&]*))?/i;
const word = /^[\w-]+/;
const escaped = /%([2-7][0-9a-f])/gi;

/**
 * The place that a link means, however it is spelled: with a slash too many, in capitals, with escapes that nobody needs,
 * or with something behind it that came along when it was copied. Whoever follows such a link is a visitor all the same.
 */
export function readRoute(url: string): RequestRoute | undefined {
  if (isCampaignLink(url)) return { name: 'c', rest: url.slice(idBegin, idBegin + idLength) };
  const path = unescapePath(url);
  const [, sent = '', rest = ''] = spelled.exec(path) ?? [];
  const name = sent.toLowerCase() as RequestRoute['name'] | '';
  if (name === '') return undefined;
  // Of pages, not of links that people copy; and with something behind it the script would report to another place.
  if ((name === 't.js' || name === 'v') && (rest !== '' || !path.endsWith(sent))) return undefined;
  if (name !== 'c') return { name, rest: word.exec(rest)?.[0] ?? rest };
  return rest.length < idLength ? undefined : { name, rest: rest.slice(0, idLength) };
}

/** Nearly everybody follows the link as we write it, so that is asked first, and of as few characters as say so. */
function isCampaignLink(url: string): boolean {
  return (
    url.startsWith('/c/') &&
    url.length >= idBegin + idLength &&
    url.charCodeAt(idBegin) > slash &&
    url.charCodeAt(idBegin + 8) === hyphen
  );
}

/** Letters, digits and signs mean the same with and without an escape (RFC 3986, section 6.2.2.2). */
function unescapePath(url: string): string {
  const end = url.search(/[?&]/);
  const path = end === -1 ? url : url.slice(0, end);
  return path.includes('%') ? path.replace(escaped, unescapeCharacter) : path;
}

/** But not what would begin something else than the path. */
function unescapeCharacter(sent: string, digits: string): string {
  const character = String.fromCharCode(Number.parseInt(digits, 16));
  return '?&#%\x7f'.includes(character) ? sent : character;
}

const wholeAddress = /^https?:\/\/([^/?#]*)(.*)$/is;

/** The two halves of an address with scheme and host; undefined for a link that begins with its path. */
export function splitAddress(address: string): { host: string; url: string } | undefined {
  const [, host, rest] = wholeAddress.exec(address) ?? [];
  if (host === undefined || rest === undefined) return undefined;
  return { host, url: rest.startsWith('/') ? rest : `/${rest}` };
}

const beforeQuery = /^[^?&]*[?&]?/;

/** The query may begin with `&`, as in the links of some networks. */
export function queryOf(url: string): string {
  return url.replace(beforeQuery, '');
}
