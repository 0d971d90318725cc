import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { describeError } from '../lib/api/describe-error.ts';

export function ErrorNote({
  error,
  retry,
  close,
  children,
}: {
  error: unknown;
  retry?: () => void;
  close?: () => void;
  children?: ReactNode;
}): ReactNode {
  const { message, requestId } = describeError(error);
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={message}
      {...(close === undefined ? {} : { withCloseButton: true, closeButtonLabel: 'Close', onClose: close })}
    >
      {children}
      <Group gap="md">
        {requestId === undefined ? null : (
          <Text size="xs" c="dimmed">
            Request <span className="wp-mono">{requestId}</span>
          </Text>
        )}
        {retry === undefined ? null : (
          <Button size="compact-sm" variant="default" onClick={retry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}
