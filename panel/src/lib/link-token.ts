/** What a link from a mail carries behind its #, which browsers send to no server; nothing where it is not whole. */
export function readLinkToken(hash: string): string | undefined {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? '';
  return /^[\w-]{43}$/.test(token) ? token : undefined;
}
