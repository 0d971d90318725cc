import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Section } from '../../ui/section.tsx';

export function AskAdmin({ title = 'Read-only access' }: { title?: string }): ReactNode {
  return (
    <Section title={title}>
      <Text maw={640}>Viewers cannot create campaigns. Ask an admin or the owner for the member role.</Text>
    </Section>
  );
}
