import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';

/** Says what was done, with the way back. */
export function showDone(message: string, undo: (() => void) | undefined): void {
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
              undo();
            }}
          >
            Undo
          </Button>
        )}
      </Group>
    ),
  });
}
