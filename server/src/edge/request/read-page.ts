// Names have 253 characters at most, and a few more belong to user and port. With a name of thousands of characters
// the parser is busy for milliseconds, in which hundreds of visitors could be served.
const webAddress = /^https?:\/\/[^/?#\\]{1,512}(?:[/?#\\]|$)/i;

/** An address of the web as a visitor sent it; undefined for everything else. */
export function readPage(text: string): URL | undefined {
  return webAddress.test(text) ? (URL.parse(text) ?? undefined) : undefined;
}
