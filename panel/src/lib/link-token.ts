/** What a link from a mail carries behind its #, which browsers send to no server. */
export function readLinkToken(hash: string): string | undefined {
  return new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? undefined;
}
