import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export function CopyText({
  text,
  what,
  isSmall = false,
}: {
  text: string;
  what: string;
  isSmall?: boolean;
}): ReactNode {
  return (
    <CopyButton value={text} timeout={2_000}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          size={isSmall ? 'compact-sm' : 'sm'}
          onClick={copy}
          leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          style={{ flexShrink: 0 }}
          {...(isSmall ? { 'aria-label': `Copy ${what}` } : {})}
        >
          {copied ? 'Copied' : isSmall ? 'Copy' : `Copy ${what}`}
        </Button>
      )}
    </CopyButton>
  );
}
