import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ApiKey } from '../../lib/api.ts';
import { CopyLine } from '../../ui/copy-line.tsx';

/** A token that nobody can show again, and how it is tried. */
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
        <Text size="sm">
          It is shown this once and kept nowhere. Who has lost it rotates the key and gets another.
        </Text>
      </Alert>
      <CopyLine label="Token" text={token} />
      <CopyLine
        label="Try it"
        text={command}
        help={`The answer names this workspace and the scope ${scope}. Commands stay in the history of a shell: use it where others do not read along.`}
      />
      <div>
        <Button onClick={done}>I have kept it</Button>
      </div>
    </Stack>
  );
}
