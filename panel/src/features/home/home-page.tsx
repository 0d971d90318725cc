import { Anchor, List, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useHere } from '../../lib/me.ts';
import { Page } from '../../ui/page.tsx';

export function HomePage(): ReactNode {
  const { workspace } = useHere();
  return (
    <Page title={workspace.name}>
      <Text mb="sm" maw={640}>
        Screens for campaigns, rules and reports are being built. Until they are here, everything can be done
        over the API and on the command line:
      </Text>
      <List spacing="xs">
        <List.Item>
          <Anchor href="/docs">The public API, with a key of this workspace</Anchor>
        </List.Item>
        <List.Item>
          <span className="wp-mono">npx waypost --help</span> on the server
        </List.Item>
      </List>
    </Page>
  );
}
