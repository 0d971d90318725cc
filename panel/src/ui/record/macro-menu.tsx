import { Box, Button, Popover, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { macros } from '@waypost/contract/visits/macros.ts';
import { useState, type ReactNode, type RefObject } from 'react';
import { HelpText } from '../help-text.tsx';
import { usePopoverLayer } from '../use-layer.ts';
import { findMacros, insertMacro, type MacroUse } from './find-macros.ts';
import classes from './macro-menu.module.css';

export function MacroMenu({
  use,
  into,
  label,
  onInsert,
}: {
  use: MacroUse;
  into: RefObject<HTMLInputElement | HTMLTextAreaElement | null>;
  label: string;
  onInsert: (text: string) => void;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [q, setQ] = useState('');
  usePopoverLayer(isOpen, () => setOpen(false));
  const found = findMacros(use, q);
  const insert = (name: string) => {
    const field = into.current;
    if (field === null) return;
    const { text, cursor } = insertMacro(field, name);
    onInsert(text);
    setOpen(false);
    requestAnimationFrame(() => {
      field.focus();
      field.setSelectionRange(cursor, cursor);
    });
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={320} trapFocus>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={label}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {'{ } Macros'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="sm">
        <TextInput
          data-autofocus
          aria-label="Search macros"
          placeholder="Search macros"
          value={q}
          onChange={({ currentTarget }) => setQ(currentTarget.value)}
          mb="xs"
        />
        <Stack gap={0} mah={260} style={{ overflow: 'auto' }}>
          {found.map((name) => (
            <UnstyledButton key={name} className={classes['macro'] ?? ''} onClick={() => insert(name)}>
              <span className="wp-mono">{`{${name}}`}</span>
              <Text size="xs" c="dimmed">
                <HelpText text={macros[name].meaning} />
              </Text>
            </UnstyledButton>
          ))}
          {found.length === 0 ? (
            <Box p="xs">
              <Text size="xs">{'Macro not found. {param.NAME} inserts any link parameter.'}</Text>
            </Box>
          ) : null}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
