import { z } from 'zod';

// Control characters, line separators, direction overrides and lone surrogates break logs, CSV files and screens.
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

export const unstorableText = 'must not contain NUL or an unpaired surrogate';

/** PostgreSQL stores neither NUL nor half of a surrogate pair, and neither is valid in UTF-8 files. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Lengths count code points, so that a character beyond the basic plane is one. */
export function codePoints(text: string): number {
  return Array.from(text).length;
}

/** Trimmed text of 1 to `lengthMax` code points without control characters. */
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
// How aliases that the list above leaves out are spelled: Asia/Kolkata, US/Eastern, Etc/GMT+5.
const usualSpelling = /^(?:[A-Z][a-z]+|[A-Z]{2,3})(?:[/_-](?:[A-Z][a-z]+|[A-Z]{2,3}(?:[+-]\d+)?|of))*$/;

/** An IANA timezone name. Offsets such as `+02:00` are refused: they know nothing of clock changes. */
export const timezoneName = z.string().transform((name, context) => {
  const zone = findTimezone(name);
  if (zone !== undefined) return zone;
  context.addIssue({ code: 'custom', message: 'must be an IANA timezone such as Europe/Berlin' });
  return z.NEVER;
});

/** The name in the spelling that the engines compare, which people should not have to. */
function findTimezone(name: string): string | undefined {
  const known = timezones.get(name.toLowerCase());
  if (known !== undefined || !/^[a-z]/i.test(name)) return known;
  try {
    const canonical = Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    return usualSpelling.test(name) ? name : canonical;
  } catch {
    return undefined;
  }
}
