import { Select } from '@mantine/core';
import { countryCodes } from '@waypost/contract/country.ts';
import type { ReactNode } from 'react';
import type { RecordForm } from '../../lib/record-form/use-record-form.ts';
import { choiceOf, type TextNames } from './bind.tsx';

const names = new Intl.DisplayNames('en', { type: 'region' });
const options = [...countryCodes]
  .map((code) => ({ value: code, label: `${names.of(code) ?? code} (${code})` }))
  .toSorted((one, other) => one.label.localeCompare(other.label));

/** Which country it is for; none means everywhere. */
export function CountryField<Values extends object>({
  form,
  name,
}: {
  form: RecordForm<Values>;
  name: TextNames<Values>;
}): ReactNode {
  return (
    <Select
      {...choiceOf(form, name)}
      description="Descriptive: it helps to find and to group, and keeps nobody away."
      placeholder="Every country"
      data={options}
      searchable
      clearable
      nothingFoundMessage="No such country"
    />
  );
}
