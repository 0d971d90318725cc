import { TextInput } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import type { RecordForm } from '../../lib/forms/use-record-form.ts';
import { textOf, type TextNames } from './bind.tsx';
import type { MacroUse } from './find-macros.ts';
import { MacroMenu } from './macro-menu.tsx';

export function UrlField<Values extends object>({
  form,
  name,
  use,
  required = false,
}: {
  form: RecordForm<Values>;
  name: TextNames<Values>;
  use: MacroUse;
  required?: boolean;
}): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const { label, ...props } = textOf(form, name);
  return (
    <TextInput
      {...props}
      ref={input}
      label={label}
      required={required}
      type="text"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      rightSectionWidth={104}
      rightSection={
        form.isReadOnly ? null : (
          <MacroMenu
            use={use}
            into={input}
            label={`Macros for ${label}`}
            onInsert={(text) => {
              form.set({ [name]: text } as unknown as Partial<Values>);
            }}
          />
        )
      }
    />
  );
}
