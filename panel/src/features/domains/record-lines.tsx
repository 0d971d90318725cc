import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyLine } from '../../ui/copy-line.tsx';

/** The record that makes a name lead here, in the parts that forms of name servers ask for. */
export function RecordLines({ host, target }: { host: string; target: string }): ReactNode {
  return (
    <Stack gap="sm">
      <Text>
        At whoever keeps the name (a registrar, Cloudflare, Route 53), set a record of the type{' '}
        <strong>CNAME</strong>:
      </Text>
      <CopyLine label="Name" text={host} help="Some forms take the part before your domain alone." />
      <CopyLine label="Value" text={target} />
    </Stack>
  );
}

/** Where nobody has said what names have to lead to. */
export function NoTarget(): ReactNode {
  return (
    <Text>
      Names cannot be checked yet: whoever runs this installation has to set{' '}
      <span className="wp-mono">WAYPOST_TRACKING_URL</span> to the address that visitors reach it by.
    </Text>
  );
}
