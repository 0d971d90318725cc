import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { fetchNamedRecords, type NamedRecordType } from '../../lib/records/named-records.ts';
import { useNamesIn } from './use-names-in.ts';

export function RecordsChoice({
  thing,
  values,
  onChange,
  error,
  isReadOnly,
  isInPlace = false,
}: {
  thing: NamedRecordType;
  values: string[];
  onChange: (ids: string[]) => void;
  error: string | undefined;
  isReadOnly: boolean;
  /**
   * Set inside a popover to render the dropdown in place. Otherwise, a click in the dropdown would close the popover.
   */
  isInPlace?: boolean;
}): ReactNode {
  const { workspace, api } = useWorkspace();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 150);
  const names = useNamesIn(values, [thing]);
  const { data } = useQuery({
    queryKey: [workspace.id, thing, 'options', q],
    queryFn: ({ signal }) =>
      fetchNamedRecords(api, thing, {
        query: { limit: 50, sort: 'name', ...(q === '' ? {} : { q }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  const found = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const chosen = values
    .filter((id) => !found.some(({ value }) => value === id))
    .map((id) => ({ value: id, label: names.get(id) ?? id }));
  return (
    <MultiSelect
      aria-label="Values"
      data={[...chosen, ...found]}
      value={values}
      onChange={onChange}
      error={error}
      readOnly={isReadOnly}
      placeholder={values.length > 0 ? '' : 'Select'}
      searchable
      hidePickedOptions
      comboboxProps={{ withinPortal: !isInPlace }}
      onSearchChange={setTyped}
      nothingFoundMessage="No results"
    />
  );
}
