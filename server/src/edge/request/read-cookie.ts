const headerLengthMax = 8 * 1024;
const semicolon = ';';
const blank = /[ \t]/;

/**
 * The value of one cookie; the others are not looked at. Of two with one name the first counts, and what is beyond
 * 8 KiB does not, nor the value that the limit cuts through.
 */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  const text = header.length <= headerLengthMax ? header : wholeCookies(header);
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (!startsCookie(text, at) || text[at + name.length] !== '=') continue;
    const end = text.indexOf(semicolon, at);
    const value = text.slice(at + name.length + 1, end === -1 ? text.length : end).trim();
    return value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  }
  return undefined;
}

/** Names begin the header, or stand behind a semicolon; elsewhere the same letters are part of something else. */
function startsCookie(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && blank.test(text.charAt(before))) before -= 1;
  return before < 0 || text[before] === semicolon;
}

function wholeCookies(header: string): string {
  const kept = header.slice(0, headerLengthMax + 1);
  return kept.slice(0, Math.max(0, kept.lastIndexOf(semicolon)));
}
