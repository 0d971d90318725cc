import { countryCodes } from '@waypost/contract/values/country.ts';

const names = new Intl.DisplayNames('en', { type: 'region' });

export function countryName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}

export const countryOptions: readonly { value: string; label: string }[] = [...countryCodes]
  .map((code) => ({ value: code, label: `${countryName(code)} (${code})` }))
  .toSorted((one, other) => one.label.localeCompare(other.label));
