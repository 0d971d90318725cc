import { z } from 'zod';

// Control characters and lone surrogates break logs, CSV files and JSON readers further down the line.
const unprintable = /[\p{Cc}\p{Cs}]/u;

/** Lengths count code points, so that a character beyond the basic plane is one. */
export function codePoints(text: string): number {
  return Array.from(text).length;
}

/** Trimmed text of 1 to `lengthMax` code points without control characters. */
export function requiredText(lengthMax: number) {
  return z
    .string()
    .trim()
    .refine((text) => text.length > 0, 'must not be empty')
    .refine((text) => codePoints(text) <= lengthMax, `must have at most ${lengthMax} characters`)
    .refine((text) => !unprintable.test(text), 'must not contain control characters');
}

export const recordName = requiredText(160);

const knownTimezones = new Set(Intl.supportedValuesOf('timeZone'));

/** An IANA timezone name. Offsets such as `+02:00` are refused: they know nothing of clock changes. */
export const timezoneName = z
  .string()
  .refine(isTimezoneName, 'must be an IANA timezone such as Europe/Berlin');

function isTimezoneName(name: string): boolean {
  if (knownTimezones.has(name)) return true;
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
