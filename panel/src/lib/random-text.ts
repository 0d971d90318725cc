const letters = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Letters and digits that nobody else has; also where the page is not served over https. */
export function randomText(length = 12): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => letters[byte % 32]).join('');
}
