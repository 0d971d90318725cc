import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ApiKey } from '../../lib/api/api.ts';
import { CopyLine } from '../../ui/copy-line.tsx';

export function ShownToken({
  token,
  scope,
  done,
}: {
  token: string;
  scope: ApiKey['scope'];
  done: () => void;
}): ReactNode {
  const command = `curl ${location.origin}/api/v1/whoami -H 'Authorization: Bearer ${token}'`;
  return (
    <Stack gap="md">
      <Alert variant="light" icon={<IconKey aria-hidden />} title="Copy the token now">
        <Text size="sm">It won’t be shown again. If you lose it, rotate the key to get a new one.</Text>
      </Alert>
      <CopyLine label="Token" text={token} />
      <CopyLine
        label="Test command"
        text={command}
        help={`Returns this workspace and the key’s scope (${scope}). Your shell may save the command, including the token, in its history.`}
      />
      <div>
        <Button onClick={done}>Done</Button>
      </div>
    </Stack>
  );
}
