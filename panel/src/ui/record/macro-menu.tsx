import { Box, Button, Popover, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { macroNames, macros } from '@waypost/contract/macros.ts';
import { useState, type ReactNode, type RefObject } from 'react';
import { HelpText } from '../help-text.tsx';
import { usePopoverLayer } from '../use-layer.ts';
import classes from './macro-menu.module.css';

export type MacroUse = 'page' | 'postback';

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
  const needle = q.toLowerCase();
  const found = macroNames.filter((name) => {
    const { meaning, aliases = [], postbacksOnly } = macros[name];
    if (use === 'page' && postbacksOnly === true) return false;
    return [name, meaning, ...aliases].some((text) => text.includes(needle));
  });
  const insert = (name: string) => {
    const field = into.current;
    if (field === null) return;
    const { value } = field;
    // Some browsers report no cursor position for URL inputs.
    const [from, to] = [field.selectionStart ?? value.length, field.selectionEnd ?? value.length];
    onInsert(`${value.slice(0, from)}{${name}}${value.slice(to)}`);
    setOpen(false);
    const end = from + name.length + 2;
    requestAnimationFrame(() => {
      field.focus();
      field.setSelectionRange(end, end);
    });
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={320} trapFocus>
      <Popover.Target>
        <Button
          size="compact-xs"
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
