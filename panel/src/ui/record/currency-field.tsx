import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RecordForm } from '../../lib/forms/use-record-form.ts';
import { choiceOf, type TextNames } from './bind.tsx';

const names = new Intl.DisplayNames('en', { type: 'currency' });
const options = Intl.supportedValuesOf('currency').map((code) => ({
  value: code,
  label: `${code} ${names.of(code) ?? ''}`,
}));

export function CurrencyField<Values extends object>({
  form,
  name,
  placeholder,
}: {
  form: RecordForm<Values>;
  name: TextNames<Values>;
  placeholder: string;
}): ReactNode {
  return (
    <Select
      {...choiceOf(form, name)}
      placeholder={placeholder}
      data={options}
      searchable
      clearable
      nothingFoundMessage="Currency not found"
    />
  );
}
