import { Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ChangeEvent, ReactNode } from 'react';
import type { RecordForm } from '../../lib/forms/use-record-form.ts';
import { HelpText } from '../help-text.tsx';

export type TextNames<Values> = {
  [Name in keyof Values & string]: Values[Name] extends string ? Name : never;
}[keyof Values & string];

export function textOf<Values extends object>(form: RecordForm<Values>, name: TextNames<Values>) {
  return {
    ...fieldOf(form, name),
    value: form.values[name] as string,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      form.set({ [name]: currentTarget.value } as unknown as Partial<Values>),
  };
}

export function choiceOf<Values extends object>(form: RecordForm<Values>, name: TextNames<Values>) {
  const value = form.values[name] as string;
  return {
    ...fieldOf(form, name),
    value: value === '' ? null : value,
    onChange: (chosen: string | null) => {
      form.set({ [name]: chosen ?? '' } as unknown as Partial<Values>);
      form.leave(name);
    },
  };
}

type SwitchNames<Values> = {
  [Name in keyof Values & string]: Values[Name] extends boolean ? Name : never;
}[keyof Values & string];

export function switchOf<Values extends object>(form: RecordForm<Values>, name: SwitchNames<Values>) {
  return {
    label: form.labels[name],
    description: helpOf(form, name),
    checked: form.values[name] as boolean,
    disabled: form.isReadOnly,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
      form.set({ [name]: currentTarget.checked } as unknown as Partial<Values>),
  };
}

function fieldOf<Values extends object>(form: RecordForm<Values>, name: keyof Values & string) {
  const error = noteAt(form, name);
  return {
    name,
    label: form.labels[name],
    readOnly: form.isReadOnly,
    onBlur: () => form.leave(name),
    error,
    // An error replaces the help text.
    description: error === undefined ? helpAt(form, name, helpOf(form, name)) : undefined,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
      | 'label'
      | 'input'
      | 'description'
      | 'error'
    )[],
  };
}

function helpOf<Values extends object>(form: RecordForm<Values>, name: keyof Values & string): ReactNode {
  const text = form.helpOf(name);
  return text === undefined ? undefined : <HelpText text={text} />;
}

export function noteAt<Values extends object>(form: RecordForm<Values>, path: string): ReactNode {
  const error = form.errorAt(path);
  const typo = form.typoAt(path);
  if (error === undefined || typo === undefined) return error;
  return (
    <>
      {error}
      <Group component="span" gap="xs" mt="xs">
        <Button size="compact-sm" variant="default" onClick={typo.correct}>
          Use {typo.meant}
        </Button>
        <Button size="compact-sm" variant="default" onClick={typo.saveAsIs}>
          Save anyway
        </Button>
      </Group>
    </>
  );
}

export function helpAt<Values extends object>(
  form: RecordForm<Values>,
  path: string,
  help: ReactNode,
): ReactNode {
  const warnings = form.warningsAt(path);
  if (warnings.length === 0) return help;
  return (
    <>
      {help}
      {warnings.map(({ message }) => (
        <Text key={message} component="span" size="xs" display="block" className="wp-warning">
          <IconAlertTriangle size={12} aria-hidden /> Saved, but {message}.
        </Text>
      ))}
    </>
  );
}
