import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNote } from './error-note.tsx';
import { useLayer } from './use-layer.ts';

/** Asks before something that cannot be undone, or that is live at once: what happens then, and two buttons that say what they do. */
export function Confirm({
  title,
  children,
  action,
  keep = 'Keep it',
  color = 'red.9',
  size = 'md',
  doing,
  close,
}: {
  title: string;
  children: ReactNode;
  /** What the button that does it says. */
  action: string;
  keep?: string;
  /** Of that button: red warns of what cannot be undone. */
  color?: string;
  /** Width; `xl` has room for a table. */
  size?: 'md' | 'xl';
  doing: { mutate: () => void; isPending: boolean; error: unknown };
  close: () => void;
}): ReactNode {
  return (
    <Modal
      opened
      onClose={useLayer(true, close)}
      title={title}
      size={size}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="sm">
        {doing.error === null ? null : <ErrorNote error={doing.error} />}
        <Text component="div">{children}</Text>
        <Group gap="sm" justify="flex-end">
          <Button variant="default" onClick={close}>
            {keep}
          </Button>
          <Button color={color} loading={doing.isPending} onClick={() => doing.mutate()}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
