import { ActionIcon, Box, Button, Select, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { RecordForm } from '../../lib/forms/use-record-form.ts';
import { toNumber } from '../../lib/forms/to-number.ts';
import { GroupError } from '../form-errors.tsx';
import { helpAt, noteAt } from './bind.tsx';
import classes from './list-field.module.css';

type ListNames<Values, Item> = {
  [Name in keyof Values & string]: Values[Name] extends Item[] ? Name : never;
}[keyof Values & string];

type ListColumn = {
  label: string;
  widthPx?: number;
  input?: 'number';
  options?: readonly string[];
};

type ListFieldProps<Values extends object, Item extends object> = {
  form: RecordForm<Values>;
  name: ListNames<Values, Item>;
  columns: readonly (ListColumn & { key: keyof Item & string })[];
  /** API path of a cell, if it differs from `name.0.key`. */
  pathOf?: (at: number, key: keyof Item & string) => string;
  add: string;
  /** Item to add, or undefined if the list is full. */
  another: Item | undefined;
};

export function ListField<Values extends object, Item extends object>({
  form,
  name,
  columns,
  add,
  another,
  pathOf,
}: ListFieldProps<Values, Item>): ReactNode {
  const items = form.values[name] as Item[];
  const set = (list: Item[]) => form.set({ [name]: list } as unknown as Partial<Values>);
  const widths = columns.map(({ widthPx }) => (widthPx === undefined ? 'minmax(0, 1fr)' : `${widthPx}px`));
  const whole = noteAt(form, name);
  return (
    <Box role="group" aria-label={form.labels[name]}>
      {items.length === 0 ? null : (
        <div
          className={classes['list']}
          data-many={columns.length > 3 || undefined}
          style={{ ['--columns' as string]: [...widths, '28px'].join(' ') }}
        >
          {columns.map(({ key, label }) => (
            <Text key={key} size="xs" c="dimmed" aria-hidden className={classes['head'] ?? ''}>
              {label}
            </Text>
          ))}
          <span className={classes['head']} />
          {items.map((item, at) => (
            // The index is the key, because lines have no IDs.
            // oxlint-disable-next-line react/no-array-index-key
            <Line key={at} form={form} at={at} remove={() => set(items.toSpliced(at, 1))}>
              {columns.map((column) => {
                const path = pathOf?.(at, column.key) ?? `${name}.${at}.${column.key}`;
                return (
                  <div key={column.key}>
                    <Cell
                      column={column}
                      aria-label={`${column.label} ${at + 1}`}
                      value={String(item[column.key])}
                      error={noteAt(form, path)}
                      readOnly={form.isReadOnly}
                      onBlur={() => form.leave(name)}
                      change={(value) => set(items.with(at, { ...item, [column.key]: value }))}
                    />
                    {helpAt(form, path, null)}
                  </div>
                );
              })}
            </Line>
          ))}
        </div>
      )}
      <GroupError>{whole}</GroupError>
      {helpAt(form, name, null)}
      {form.isReadOnly ? (
        items.length === 0 ? (
          <Text c="dimmed">None</Text>
        ) : null
      ) : (
        <Button
          mt={items.length === 0 ? 0 : 'sm'}
          size="compact-sm"
          variant="default"
          disabled={another === undefined}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => {
            if (another !== undefined) set([...items, another]);
          }}
        >
          {add}
        </Button>
      )}
    </Box>
  );
}

function Line<Values extends object>({
  form,
  at,
  remove,
  children,
}: {
  form: RecordForm<Values>;
  at: number;
  remove: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <div className={classes['line']}>
      {children}
      {form.isReadOnly ? (
        <span />
      ) : (
        <ActionIcon size={30} aria-label={`Remove line ${at + 1}`} onClick={remove}>
          <IconTrash size={14} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}

function Cell({
  column: { label, input, options },
  change,
  ...props
}: {
  column: ListColumn;
  'aria-label': string;
  value: string;
  error: ReactNode;
  readOnly: boolean;
  onBlur: () => void;
  change: (value: string | number | null) => void;
}): ReactNode {
  return (
    <>
      <Text size="xs" c="dimmed" aria-hidden className={classes['own'] ?? ''}>
        {label}
      </Text>
      {options === undefined ? (
        <TextInput
          {...props}
          inputMode={input === 'number' ? 'numeric' : 'text'}
          onChange={({ currentTarget: { value } }) => change(input === 'number' ? toNumber(value) : value)}
        />
      ) : (
        <Select {...props} data={options} allowDeselect={false} onChange={change} />
      )}
    </>
  );
}
