import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNote } from './error-note.tsx';

/** Asks before something that cannot be undone: what happens then, and two buttons that say what they do. */
export function Confirm({
  title,
  children,
  action,
  keep = 'Keep it',
  doing,
  close,
}: {
  title: string;
  children: ReactNode;
  /** What the button that does it says. */
  action: string;
  keep?: string;
  doing: { mutate: () => void; isPending: boolean; error: unknown };
  close: () => void;
}): ReactNode {
  return (
    <Modal opened onClose={close} title={title} centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="sm">
        {doing.error === null ? null : <ErrorNote error={doing.error} />}
        <Text component="div">{children}</Text>
        <Group gap="sm" justify="flex-end">
          <Button variant="default" onClick={close}>
            {keep}
          </Button>
          <Button color="red.9" loading={doing.isPending} onClick={() => doing.mutate()}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
