import { z } from 'zod';

// Control characters, line separators, direction overrides and lone surrogates break logs, CSV files and screens.
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

export const unstorableText = 'must not contain NUL or an unpaired surrogate';

/** Returns false for text with NUL or lone surrogates, which PostgreSQL cannot store and UTF-8 files cannot contain. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Counts code points, so that a character outside the basic plane, such as an emoji, counts as one. */
export function codePoints(text: string): number {
  return Array.from(text).length;
}

export function requiredText(lengthMax: number) {
  return z
    .string()
    .trim()
    .refine((text) => visible.test(text), 'must not be empty')
    .refine((text) => codePoints(text) <= lengthMax, `must have at most ${lengthMax} characters`)
    .refine((text) => !unprintable.test(text), 'must not contain control characters')
    .meta({ minLength: 1, maxLength: lengthMax });
}

export const recordNameLength = 160;
export const recordName = requiredText(recordNameLength);

const timezones = new Map(
  ['UTC', 'GMT', ...Intl.supportedValuesOf('timeZone')].map((name) => [name.toLowerCase(), name]),
);
// Spelling of time zone aliases that are not in the list above, such as Asia/Kolkata, US/Eastern and Etc/GMT+5.
const aliasSpelling = /^(?:[A-Z][a-z]+|[A-Z]{2,3})(?:[/_-](?:[A-Z][a-z]+|[A-Z]{2,3}(?:[+-]\d+)?|of))*$/;

/**
 * IANA time zone name. Offsets such as `+02:00` are rejected because they ignore daylight saving
 * time.
 */
export const timezoneName = z.string().transform((name, context) => {
  const zone = findTimezone(name);
  if (zone !== undefined) return zone;
  context.addIssue({ code: 'custom', message: 'must be an IANA time zone such as Europe/Berlin' });
  return z.NEVER;
});

/** Returns the canonical spelling of a time zone, because the database engines compare names case-sensitively. */
function findTimezone(name: string): string | undefined {
  const known = timezones.get(name.toLowerCase());
  if (known !== undefined || !/^[a-z]/i.test(name)) return known;
  try {
    const canonical = Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    return aliasSpelling.test(name) ? name : canonical;
  } catch {
    return undefined;
  }
}
