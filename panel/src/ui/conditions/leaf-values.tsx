import { Group, MultiSelect, Select, TagsInput, Text, TextInput } from '@mantine/core';
import { findField, type ConditionFields } from '@waypost/contract/conditions/conditions.ts';
import type { ClipboardEvent, ReactNode } from 'react';
import type { LeafNode } from '../../lib/conditions/nodes.ts';
import { closedOptions, offeredValues, readLines } from '../../lib/conditions/options.ts';
import { RecordsChoice } from '../record/records-choice.tsx';
import { withValue } from './change-leaf.ts';
import { ListedValues } from './listed-values.tsx';

/** Maximum number of values to show. Longer lists are edited as text. */
const shownMax = 20;

type LeafValuesProps = {
  fields: ConditionFields;
  leaf: LeafNode;
  onChange: (values: string[]) => void;
  error: string | undefined;
  isReadOnly: boolean;
};

export function LeafValues(props: LeafValuesProps): ReactNode {
  const { fields, leaf, onChange, error, isReadOnly } = props;
  const { op, values, field } = leaf;
  if (op === 'isEmpty' || op === 'isSet') return null;
  if (op === 'between') return <TwoValues {...props} />;
  const kind = findField(fields, field)?.kind;
  const isText = kind === 'text' || kind === 'number' || kind === 'version' || kind === 'date';
  if ((op === 'lt' || op === 'gt') && isText) return <OneValue {...props} at={0} label="Value" />;
  const options = closedOptions(fields, field);
  if (kind === 'boolean' || kind === 'unique' || op === 'lt' || op === 'gt')
    return (
      <Select
        aria-label="Value"
        data={options ?? []}
        value={values[0] ?? null}
        onChange={(value) => onChange(value === null ? [] : [value])}
        allowDeselect={false}
        error={error}
        readOnly={isReadOnly}
      />
    );
  if (values.length > shownMax)
    return (
      <ListedValues
        values={values}
        options={options}
        onChange={onChange}
        error={error}
        isReadOnly={isReadOnly}
      />
    );
  if (kind === 'id')
    return (
      <RecordsChoice
        thing={field === 'campaign' ? 'campaigns' : field === 'offer' ? 'offers' : 'traffic-sources'}
        values={values}
        onChange={onChange}
        error={error}
        isReadOnly={isReadOnly}
      />
    );
  return <ManyValues {...props} />;
}

function ManyValues({ fields, leaf, onChange, error, isReadOnly }: LeafValuesProps): ReactNode {
  const { values, field, op } = leaf;
  const options = closedOptions(fields, field);
  const onPaste = (event: ClipboardEvent) => {
    const pasted = readLines(event.clipboardData.getData('text'), options);
    if (pasted.length < 2) return;
    event.preventDefault();
    onChange([...new Set([...values, ...pasted])]);
  };
  const shared = {
    'aria-label': 'Values',
    value: values,
    error,
    readOnly: isReadOnly,
    onPaste,
    placeholder: values.length > 0 || isReadOnly ? '' : placeholderOf(fields, leaf),
    comboboxProps: { shadow: 'md' },
    maxDropdownHeight: 260,
  };
  if (options !== undefined)
    return (
      <MultiSelect
        {...shared}
        data={options}
        onChange={onChange}
        searchable
        hidePickedOptions
        nothingFoundMessage="No results"
      />
    );
  return (
    <TagsInput
      {...shared}
      // Commas do not separate values, because a value may contain commas.
      splitChars={[]}
      acceptValueOnBlur
      data={op === 'is' || op === 'isNot' ? offeredValues(field) : []}
      onChange={onChange}
    />
  );
}

function placeholderOf(fields: ConditionFields, { field, op }: LeafNode): string {
  if (op === 'matches') return 'Pattern, then Enter';
  const kind = findField(fields, field)?.kind;
  if (kind === 'address') return op === 'in' ? '10.0.0.0/8, then Enter' : '10.0.0.1, then Enter';
  if (kind === 'date') return '2026-12-31, then Enter';
  if (kind === 'version') return '10.2, then Enter';
  return closedOptions(fields, field) === undefined
    ? 'Type and press Enter, or paste a list'
    : 'Select, or paste a list';
}

function TwoValues(props: LeafValuesProps): ReactNode {
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <OneValue {...props} at={0} label="From" />
      <Text size="sm" c="dimmed" mt={8}>
        and
      </Text>
      <OneValue {...props} at={1} label="To" error={props.error === undefined ? undefined : ' '} />
    </Group>
  );
}

function OneValue({
  fields,
  leaf,
  onChange,
  error,
  isReadOnly,
  at,
  label,
}: LeafValuesProps & { at: 0 | 1; label: string }): ReactNode {
  const { values } = leaf;
  const options = closedOptions(fields, leaf.field);
  const kind = findField(fields, leaf.field)?.kind;
  const set = (value: string) => onChange(withValue(leaf, at, value));
  const shared = { 'aria-label': label, error, readOnly: isReadOnly, flex: 1 };
  if (options !== undefined)
    return (
      <Select
        {...shared}
        data={options}
        value={values[at] === undefined || values[at] === '' ? null : values[at]}
        onChange={(value) => set(value ?? '')}
        allowDeselect={false}
      />
    );
  return (
    <TextInput
      {...shared}
      type={kind === 'date' ? 'date' : 'text'}
      inputMode={kind === 'date' ? 'text' : 'decimal'}
      value={values[at] ?? ''}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  );
}
