import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { countryOptions } from '../../lib/country-names.ts';
import type { RecordForm } from '../../lib/record-form/use-record-form.ts';
import { choiceOf, type TextNames } from './bind.tsx';

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
      data={countryOptions}
      searchable
      clearable
      nothingFoundMessage="No such country"
    />
  );
}
