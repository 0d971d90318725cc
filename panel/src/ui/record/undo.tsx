import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { describeError } from '../../lib/api/describe-error.ts';

export function showDone(message: string, undo: (() => Promise<unknown>) | undefined): void {
  const id = crypto.randomUUID();
  notifications.show({
    id,
    autoClose: undo === undefined ? 4_000 : 10_000,
    message: (
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text>{message}</Text>
        {undo === undefined ? null : (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              notifications.hide(id);
              undo().catch((error: unknown) => showFailure('Undo failed', error));
            }}
          >
            Undo
          </Button>
        )}
      </Group>
    ),
  });
}

/**
 * Shows that an action failed. The notification remains open until dismissed, because the person may have left the
 * screen.
 */
export function showFailure(title: string, error: unknown): void {
  const { message, requestId } = describeError(error);
  notifications.show({
    role: 'alert',
    color: 'red',
    autoClose: false,
    title,
    message: requestId === undefined ? message : `${message} Request ${requestId}`,
  });
}
