import { z } from 'zod';

/** A whole number in a body; every other value is refused in the same words. */
export function wholeNumber(least: number, most: number) {
  const message = `must be a whole number from ${least} to ${most}`;
  return z.int(message).min(least, message).max(most, message);
}
