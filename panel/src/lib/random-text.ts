const letters = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Random lowercase letters and digits. Unlike `crypto.randomUUID`, it also works without HTTPS. */
export function randomText(length = 12): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => letters[byte % 32]).join('');
}
