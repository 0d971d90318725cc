import { countryCodes } from '@waypost/contract/country.ts';

const names = new Intl.DisplayNames('en', { type: 'region' });

/** What people call it; a code that is none stays as it is. */
export function countryName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}

/** All of them by their names, to choose from. */
export const countryOptions: readonly { value: string; label: string }[] = [...countryCodes]
  .map((code) => ({ value: code, label: `${countryName(code)} (${code})` }))
  .toSorted((one, other) => one.label.localeCompare(other.label));
