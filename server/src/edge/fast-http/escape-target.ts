const requestLine = /^([A-Z]+ )(.+)( HTTP\/1\.[01])$/;
// What some would take for the end of the line: two readers could see two different requests.
const severalLines = /[\r\n\0]/;
const odd = /[^\x21-\x7e]/g;

/**
 * The same bytes with the link of their first request escaped as it should have been: sources put letters, spaces and
 * worse into links as they are, and Node refuses such requests. Nothing but the link is changed, so where a request ends
 * stays as plain as it was. Undefined where there is nothing to escape, or no whole line to begin with.
 */
export function escapeTarget(bytes: Buffer): Buffer | undefined {
  const end = bytes.indexOf('\r\n');
  const line = end === -1 ? '' : bytes.toString('latin1', 0, end);
  const [, method, target, version] = severalLines.test(line) ? [] : (requestLine.exec(line) ?? []);
  const escaped = target?.replace(odd, escapeByte);
  if (escaped === undefined || escaped === target) return undefined;
  return Buffer.concat([Buffer.from(`${method}${escaped}${version}`, 'latin1'), bytes.subarray(end)]);
}

/** Where a browser would have asked, had it escaped the link; undefined where that could be another host. */
export function escapedPath(bytes: Buffer): string | undefined {
  return /^[A-Z]+ (\/(?!\/)\S*) /.exec(escapeTarget(bytes)?.toString('latin1') ?? '')?.[1];
}

function escapeByte(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
