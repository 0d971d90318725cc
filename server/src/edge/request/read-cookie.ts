const headerLengthMax = 8 * 1024;
const semicolon = ';';
const blank = /[ \t]/;

/**
 * Returns the first cookie with this name without parsing the other cookies. Ignores everything beyond 8 KiB, including
 * a value that exceeds the limit.
 */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  const text = header.length <= headerLengthMax ? header : dropPartialCookie(header);
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (!startsCookie(text, at) || text[at + name.length] !== '=') continue;
    const end = text.indexOf(semicolon, at);
    const value = text.slice(at + name.length + 1, end === -1 ? text.length : end).trim();
    return value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  }
  return undefined;
}

function startsCookie(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && blank.test(text.charAt(before))) before -= 1;
  return before < 0 || text[before] === semicolon;
}

function dropPartialCookie(header: string): string {
  const start = header.slice(0, headerLengthMax + 1);
  return start.slice(0, Math.max(0, start.lastIndexOf(semicolon)));
}
