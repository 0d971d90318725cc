// Host names have at most 253 characters, plus a few for a user name and a port. The limit is needed because parsing a
// host of thousands of characters takes milliseconds, long enough to serve hundreds of visitors.
const webAddress = /^https?:\/\/[^/?#\\]{1,512}(?:[/?#\\]|$)/i;

/** Parses an http or https URL sent by a visitor; returns undefined for anything else. */
export function readPage(text: string): URL | undefined {
  return webAddress.test(text) ? (URL.parse(text) ?? undefined) : undefined;
}
