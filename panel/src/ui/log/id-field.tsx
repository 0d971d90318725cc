import { TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';

/** Asked for when it is whole: Enter, or leaving the field. */
export function IdField({
  label,
  value,
  onLook,
}: {
  label: string;
  value: string;
  onLook: (text: string | undefined) => void;
}): ReactNode {
  const [text, setText] = useState(value);
  const look = () => {
    if (text.trim() !== value) onLook(text.trim() === '' ? undefined : text.trim());
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    look();
  };
  return (
    <form onSubmit={send}>
      <TextInput
        aria-label={label}
        placeholder={label}
        value={text}
        w={200}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onBlur={look}
      />
    </form>
  );
}
