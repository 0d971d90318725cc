export type RequestRoute = { name: 'c' | 'e' | 'go' | 'v' | 'p.gif' | 't.js'; rest: string };

const idBegin = '/c/'.length;
const idLength = 36;
const [slash, hyphen] = [0x2f, 0x2d];

const spelled = /^[/\\\s]*(c|e|go|v|p\.gif|t\.js)(?![\w-])(?:[/\\\s]+[^\w?&%-]*([^/\\\s?&]*))?/i;
const word = /^[\w-]+/;
const escaped = /%([2-7][0-9a-f])/gi;

/**
 * Returns the route of a link, even if the link has an extra slash, upper-case letters, unnecessary escapes, or text
 * appended while copying.
 */
export function readRoute(url: string): RequestRoute | undefined {
  if (isCampaignLink(url)) return { name: 'c', rest: url.slice(idBegin, idBegin + idLength) };
  const path = unescapePath(url);
  const [, sent = '', rest = ''] = spelled.exec(path) ?? [];
  const name = sent.toLowerCase() as RequestRoute['name'] | '';
  if (name === '') return undefined;
  // Only pages request these routes, and people do not copy them, so the exact spelling is required. If a suffix were
  // accepted, the script would report to a different URL.
  if ((name === 't.js' || name === 'v') && (rest !== '' || !path.endsWith(sent))) return undefined;
  if (name !== 'c') return { name, rest: word.exec(rest)?.[0] ?? rest };
  return rest.length < idLength ? undefined : { name, rest: rest.slice(0, idLength) };
}

// Recognizes the canonical form of a campaign link with as few character checks as possible.
function isCampaignLink(url: string): boolean {
  return (
    url.startsWith('/c/') &&
    url.length >= idBegin + idLength &&
    url.charCodeAt(idBegin) > slash &&
    url.charCodeAt(idBegin + 8) === hyphen
  );
}

// Removes unnecessary escapes. Unreserved characters mean the same with and without an escape (RFC 3986, section
// 6.2.2.2).
function unescapePath(url: string): string {
  const end = url.search(/[?&]/);
  const path = end === -1 ? url : url.slice(0, end);
  return path.includes('%') ? path.replace(escaped, unescapeCharacter) : path;
}

// Decodes an escape unless the decoded character would end the path.
function unescapeCharacter(sent: string, digits: string): string {
  const character = String.fromCharCode(Number.parseInt(digits, 16));
  return '?&#%\x7f'.includes(character) ? sent : character;
}

const wholeAddress = /^https?:\/\/([^/?#]*)(.*)$/is;

export function splitAddress(address: string): { host: string; url: string } | undefined {
  const [, host, rest] = wholeAddress.exec(address) ?? [];
  if (host === undefined || rest === undefined) return undefined;
  return { host, url: rest.startsWith('/') ? rest : `/${rest}` };
}

const beforeQuery = /^[^?&]*[?&]?/;

/** Returns the query of a URL. The query may start with `&`, as in the links of some networks. */
export function queryOf(url: string): string {
  return url.replace(beforeQuery, '');
}
