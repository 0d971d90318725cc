import { ActionIcon, Kbd, Text, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from '../shell.module.css';

const keys = /Mac|iP(?:hone|ad)/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

export function SearchButton({
  isSmall = false,
  onClick,
}: {
  isSmall?: boolean;
  onClick: () => void;
}): ReactNode {
  if (isSmall)
    return (
      <ActionIcon size="lg" mx="auto" aria-label="Search" title={`Search (${keys})`} onClick={onClick}>
        <IconSearch size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    );
  return (
    <UnstyledButton className={classes['search']} aria-keyshortcuts="Control+K Meta+K /" onClick={onClick}>
      <IconSearch size={14} aria-hidden />
      <Text c="dimmed" flex={1}>
        Search
      </Text>
      <Kbd size="xs" aria-hidden>
        {keys}
      </Kbd>
    </UnstyledButton>
  );
}
