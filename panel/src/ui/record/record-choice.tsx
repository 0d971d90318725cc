import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useHere } from '../../lib/me.ts';
import type { RecordForm } from '../../lib/record-form/use-record-form.ts';
import { choiceOf, type TextNames } from './bind.tsx';

type Named = { id: string; name: string };
type Asked = { limit: number; q?: string; sort?: string; ids?: string[]; archived?: 'all' };
type ListNamed = (query: Asked, options: { signal: AbortSignal }) => Promise<{ items: Named[] }>;

/** Another record, chosen by its name, however many there are. */
export function RecordChoice<Values extends object>({
  form,
  name,
  thing,
  list,
  placeholder,
  except,
}: {
  form: RecordForm<Values>;
  name: TextNames<Values>;
  thing: string;
  list: ListNamed;
  placeholder: string;
  /** Not this one. */
  except?: string | undefined;
}): ReactNode {
  const props = choiceOf(form, name);
  const { options, onSearch } = useNamed(thing, list, props.value);
  return (
    <Select
      {...props}
      placeholder={placeholder}
      data={options.filter(({ value }) => value !== except)}
      searchable
      clearable
      onSearchChange={onSearch}
      filter={({ options: found }) => found}
      nothingFoundMessage="Nothing like that"
    />
  );
}

/** What can be chosen by what was typed, with what is chosen, archived or not. */
export function useNamed(thing: string, list: ListNamed, chosenId: string | null) {
  const { workspace } = useHere();
  const [typed, onSearch] = useState('');
  const [asked] = useDebouncedValue(typed, 150);
  const { data: chosen } = useQuery({
    queryKey: [workspace.id, thing, 'named', chosenId],
    queryFn: ({ signal }) => list({ limit: 1, ids: [chosenId ?? ''], archived: 'all' }, { signal }),
    enabled: chosenId !== null,
  });
  const [current] = chosenId === null ? [] : (chosen?.items ?? []);
  // The name of what is chosen stands in the field and is no search.
  const q = asked === current?.name ? '' : asked;
  const { data } = useQuery({
    queryKey: [workspace.id, thing, 'options', q],
    queryFn: ({ signal }) => list({ limit: 50, sort: 'name', ...(q === '' ? {} : { q }) }, { signal }),
    placeholderData: keepPreviousData,
  });
  const found = data?.items ?? [];
  const all =
    current === undefined || found.some(({ id }) => id === current.id) ? found : [current, ...found];
  return { options: all.map(({ id, name }) => ({ value: id, label: name })), onSearch };
}
