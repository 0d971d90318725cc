import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNote } from './error-note.tsx';
import { useLayer } from './use-layer.ts';
import { useReturnFocus } from './use-return-focus.ts';
import { dangerColor } from './danger.ts';

/** Asks for confirmation of an action that can't be undone or takes effect immediately. */
export function Confirm({
  title,
  children,
  action,
  keep = 'Cancel',
  color = dangerColor,
  size = 'md',
  isReady = true,
  doing,
  close,
}: {
  title: string;
  children: ReactNode;
  action: string;
  keep?: string;
  /** Color of the confirm button. Red warns of an action that can't be undone. */
  color?: string;
  size?: 'md' | 'xl';
  /** False while the form in the dialog cannot be sent. */
  isReady?: boolean;
  doing: { mutate: () => void; isPending: boolean; error: unknown };
  close: () => void;
}): ReactNode {
  useReturnFocus();
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
          <Button color={color} disabled={!isReady} loading={doing.isPending} onClick={() => doing.mutate()}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
