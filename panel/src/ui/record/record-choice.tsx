import { CheckIcon, Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { fetchNamedRecords, type NamedRecordType } from '../../lib/records/named-records.ts';
import type { RecordForm } from '../../lib/forms/use-record-form.ts';
import { choiceOf, type TextNames } from './bind.tsx';
import classes from './record-choice.module.css';
import { useCreatable } from './record-creation.tsx';

export function RecordField<Values extends object>({
  form,
  name,
  ...rest
}: {
  form: RecordForm<Values>;
  name: TextNames<Values>;
  thing: NamedRecordType;
  placeholder: string;
  except?: string | undefined;
}): ReactNode {
  const { value, onChange, ...props } = choiceOf(form, name);
  return <RecordChoice {...props} {...rest} value={value ?? ''} onChange={onChange} isOptional />;
}

// Value of the option that opens the form for a new record.
const creates = 'new';

type ChoiceProps = Pick<
  SelectProps,
  'label' | 'description' | 'aria-label' | 'readOnly' | 'onBlur' | 'name'
> & {
  thing: NamedRecordType;
  placeholder: string;
  value: string;
  onChange: (id: string) => void;
  error?: ReactNode;
  except?: string | undefined;
  isOptional?: boolean;
  'data-autofocus'?: boolean;
};

export function RecordChoice({
  thing,
  value,
  onChange,
  error,
  except,
  isOptional = false,
  ...rest
}: ChoiceProps): ReactNode {
  const { options, q, onSearch } = useNamed(thing, value);
  const creatable = useCreatable(thing);
  const creation =
    creatable === undefined
      ? []
      : [{ value: creates, label: q === '' ? `${creatable.label}…` : `${creatable.label} “${q}”…` }];
  return (
    <Select
      {...rest}
      data={[...options.filter((option) => option.value !== except), ...creation]}
      value={value === '' ? null : value}
      onChange={(id) => (id === creates ? creatable?.open(q, onChange) : onChange(id ?? ''))}
      classNames={{ option: classes['option'] ?? '' }}
      renderOption={({ option: { label, value: id }, checked }) =>
        id === creates ? (
          <span data-creates>{label}</span>
        ) : (
          <>
            {checked === true ? <CheckIcon style={{ width: '0.8em', opacity: 0.4 }} /> : null}
            <span>{label}</span>
          </>
        )
      }
      error={error !== undefined && !isOptional && value === '' ? 'Select one.' : error}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      required={!isOptional}
      clearable={isOptional && rest.readOnly !== true}
      searchable
      // The focus returns here when the form for a new record closes. The list must not open then.
      openOnFocus={false}
      onSearchChange={onSearch}
      filter={({ options: found }) => found}
      nothingFoundMessage="No results"
    />
  );
}

/** Returns the options that match the typed text, and the selected record, which may be archived. */
function useNamed(thing: NamedRecordType, chosenId: string) {
  const { workspace, api } = useWorkspace();
  const [typed, onSearch] = useState('');
  const [debounced] = useDebouncedValue(typed, 150);
  const { data: chosen } = useQuery({
    queryKey: [workspace.id, thing, 'named', chosenId],
    queryFn: ({ signal }) =>
      fetchNamedRecords(api, thing, { query: { limit: 1, ids: [chosenId], archived: 'all' }, signal }),
    enabled: chosenId !== '',
  });
  const [current] = chosenId === '' ? [] : (chosen?.items ?? []);
  const label = current === undefined || !current.isArchived ? current?.name : `${current.name} (archived)`;
  // Once a record is selected, the field contains its name, which is not search text.
  const q = debounced === label ? '' : debounced;
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
  const isThere = label === undefined || found.some(({ value }) => value === chosenId);
  return { options: isThere ? found : [{ value: chosenId, label }, ...found], q, onSearch };
}
