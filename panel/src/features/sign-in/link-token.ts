/**
 * Reads the token from an emailed link. The token is in the hash, which browsers don't send to the server. Returns
 * undefined if the token is incomplete.
 */
export function readLinkToken(hash: string): string | undefined {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? '';
  return /^[\w-]{43}$/.test(token) ? token : undefined;
}
