import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyLine } from '../../ui/copy-line.tsx';

/** Shows the CNAME record, split into the fields that DNS providers use. */
export function RecordLines({ host, target }: { host: string; target: string }): ReactNode {
  return (
    <Stack gap="sm">
      <Text>
        Add this <strong>CNAME</strong> record at your DNS provider (such as Cloudflare or Route 53):
      </Text>
      <CopyLine label="Name" text={host} help="Some providers expect only the part before your domain." />
      <CopyLine label="Value" text={target} />
    </Stack>
  );
}

export function NoTarget(): ReactNode {
  return (
    <Text>
      Domains cannot be verified yet. Ask your administrator to set{' '}
      <span className="wp-mono">WAYPOST_TRACKING_URL</span> to Waypost’s public URL.
    </Text>
  );
}
