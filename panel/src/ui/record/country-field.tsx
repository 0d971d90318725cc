import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { countryOptions } from '../../lib/format/country-names.ts';
import type { RecordForm } from '../../lib/forms/use-record-form.ts';
import { choiceOf, type TextNames } from './bind.tsx';

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
      description="Label only; doesn’t filter traffic."
      placeholder="All countries"
      data={countryOptions}
      searchable
      clearable
      nothingFoundMessage="Country not found"
    />
  );
}
