const [zero, nine, dot] = [0x30, 0x39, 0x2e];
// 255.255.255.255
const lengthMax = 15;

/**
 * The number of an IPv4 address in its one spelling, as nearly all proxies send it; -1 for anything else. A pattern
 * takes ten times as long, and the text need not be written anew.
 */
export function readPlainIpv4(text: string): number {
  if (text.length > lengthMax) return -1;
  let value = 0;
  let dots = 0;
  let begin = 0;
  let part = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === dot) {
      if (at === begin) return -1;
      value = value * 256 + part;
      dots += 1;
      begin = at + 1;
      part = 0;
    } else {
      // A zero in front would make it octal for some.
      const isOdd = code < zero || code > nine || (at > begin && part === 0);
      part = part * 10 + code - zero;
      if (isOdd || part > 255) return -1;
    }
  }
  return dots === 3 && begin < text.length ? value * 256 + part : -1;
}
