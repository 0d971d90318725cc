import { TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';

/** Applies the value on Enter or blur, because a search needs a complete ID. */
export function IdField({
  label,
  value,
  onSearch,
}: {
  label: string;
  value: string;
  onSearch: (text: string | undefined) => void;
}): ReactNode {
  const [text, setText] = useState(value);
  const search = () => {
    if (text.trim() !== value) onSearch(text.trim() === '' ? undefined : text.trim());
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    search();
  };
  return (
    <form onSubmit={send} style={{ minWidth: 0 }}>
      <TextInput
        aria-label={label}
        placeholder={label}
        value={text}
        w={200}
        maw="100%"
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onBlur={search}
      />
    </form>
  );
}
