import { ActionIcon, Box, Button, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { RecordForm } from '../../lib/record-form/use-record-form.ts';
import { helpAt, noteAt } from './bind.tsx';
import classes from './list-field.module.css';

type ListNames<Values, Item> = {
  [Name in keyof Values & string]: Values[Name] extends Item[] ? Name : never;
}[keyof Values & string];

type ListFieldProps<Values extends object, Item extends object> = {
  form: RecordForm<Values>;
  name: ListNames<Values, Item>;
  columns: readonly {
    key: keyof Item & string;
    label: string;
    widthPx?: number;
    /** Texts, where nothing is said. */
    input?: 'number';
  }[];
  /** What the button says. */
  add: string;
  /** What it adds; undefined where the list is full. */
  another: Item | undefined;
};

/** A list within a record: a line for each, and remarks at the cell that they mean. */
export function ListField<Values extends object, Item extends object>({
  form,
  name,
  columns,
  add,
  another,
}: ListFieldProps<Values, Item>): ReactNode {
  const items = form.values[name] as Item[];
  const set = (list: Item[]) => form.set({ [name]: list } as unknown as Partial<Values>);
  const widths = columns.map(({ widthPx }) => (widthPx === undefined ? 'minmax(0, 1fr)' : `${widthPx}px`));
  const whole = noteAt(form, name);
  return (
    <Box role="group" aria-label={form.labels[name]}>
      {items.length === 0 ? null : (
        <div className={classes['list']} style={{ gridTemplateColumns: [...widths, '28px'].join(' ') }}>
          {columns.map(({ key, label }) => (
            <Text key={key} size="xs" c="dimmed" aria-hidden>
              {label}
            </Text>
          ))}
          <span />
          {items.map((item, at) => (
            // Lines have no names of their own.
            // oxlint-disable-next-line react/no-array-index-key
            <Line key={at} form={form} at={at} remove={() => set(items.toSpliced(at, 1))}>
              {columns.map(({ key, label, input }) => {
                const path = `${name}.${at}.${key}`;
                return (
                  <div key={key}>
                    <TextInput
                      aria-label={`${label} ${at + 1}`}
                      value={String(item[key])}
                      error={noteAt(form, path)}
                      readOnly={form.isReadOnly}
                      onBlur={() => form.leave(name)}
                      onChange={({ currentTarget: { value } }) =>
                        set(items.with(at, { ...item, [key]: input === 'number' ? toNumber(value) : value }))
                      }
                      {...(input === 'number' ? { inputMode: 'numeric' as const } : {})}
                    />
                    {helpAt(form, path, null)}
                  </div>
                );
              })}
            </Line>
          ))}
        </div>
      )}
      {whole === undefined ? null : (
        <Text size="xs" c="error" mt="xs">
          {whole}
        </Text>
      )}
      {helpAt(form, name, null)}
      {form.isReadOnly ? (
        items.length === 0 ? (
          <Text c="dimmed">None</Text>
        ) : null
      ) : (
        <Button
          mt={items.length === 0 ? 0 : 'sm'}
          size="compact-md"
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

/** What is no number stays as it was typed, for the contract to judge. */
function toNumber(text: string): number | string {
  return /^\d+$/.test(text) ? Number(text) : text;
}
