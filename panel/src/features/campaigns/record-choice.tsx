import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import type { NamedRecord } from './use-record-names.ts';

/** One of the records of the workspace. */
export function RecordChoice({
  label,
  description,
  placeholder,
  records,
  value,
  onChange,
  error,
  isReadOnly,
  isOptional = false,
}: {
  label: string;
  description?: ReactNode;
  placeholder: string;
  records: readonly NamedRecord[];
  /** Empty where none is chosen. */
  value: string;
  onChange: (id: string) => void;
  error: string | undefined;
  isReadOnly: boolean;
  isOptional?: boolean;
}): ReactNode {
  // An archived one goes on being what the record has, and cannot be chosen for another.
  const offered = records.filter(({ id, isArchived }) => !isArchived || id === value);
  return (
    <Select
      label={label}
      description={description}
      placeholder={placeholder}
      data={offered.map(({ id, name, isArchived }) => ({
        value: id,
        label: isArchived ? `${name} (archived)` : name,
      }))}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
      error={error === undefined ? undefined : value === '' ? 'Choose one.' : error}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      readOnly={isReadOnly}
      required={!isOptional}
      clearable={isOptional && !isReadOnly}
      searchable
      limit={200}
      nothingFoundMessage="Nothing with that name"
    />
  );
}
