import { countryCodes } from '@waypost/contract/values/country.ts';
import { countryName } from '@waypost/contract/values/country-name.ts';

export { countryName };

export const countryOptions: readonly { value: string; label: string }[] = [...countryCodes]
  .map((code) => ({ value: code, label: `${countryName(code)} (${code})` }))
  .toSorted((one, other) => one.label.localeCompare(other.label));
