const listPattern = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s;
const attributePattern = /([?&])target_session_attrs=([^&#]*)&?/;
// Waypost writes to every server that it uses.
const writableAttributes: readonly string[] = ['read-write', 'primary'];

// Splits a URL with several hosts, as libpq accepts it, into one URL per host. Does not validate the URLs.
export function splitPostgresUrl(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] = listPattern.exec(url) ?? [];
  if (start === '') return [url];
  const others = rest.replace(attributePattern, '$1').replace(/[?&]$/, '');
  return hosts.split(',').map((host) => `${start}${host}${others}`);
}

// Returns true if the URL has several hosts, or asks for one that accepts writes.
export function needsWritableHost(url: string): boolean {
  return attributePattern.test(url) || splitPostgresUrl(url).length > 1;
}

// Returns what is wrong with a URL, as the end of a sentence that begins with "NAME must".
export function findUrlProblem(url: string): string | undefined {
  const attribute = attributePattern.exec(url)?.[2];
  if (attribute !== undefined && !writableAttributes.includes(attribute))
    return `have target_session_attrs set to ${writableAttributes.join(' or ')}, because Waypost needs to write`;
  return splitPostgresUrl(url).every(isComplete)
    ? undefined
    : 'be a URL that begins with postgres:// or postgresql://, with one or more hosts separated by commas';
}

function isComplete(url: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(url) && URL.canParse(url) && new URL(url).hostname !== '';
}
