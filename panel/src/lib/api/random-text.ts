const letters = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Returns random lowercase letters and digits. Unlike `crypto.randomUUID`, this function works without HTTPS. */
export function randomText(length = 12): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => letters[byte % 32]).join('');
}
