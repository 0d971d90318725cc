import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Section } from '../../ui/section.tsx';

/** For who may look and not change. */
export function AskAdmin({ title = 'Links are set up by members' }: { title?: string }): ReactNode {
  return (
    <Section title={title}>
      <Text maw={640}>
        You may look at this workspace and not change it: ask a member, an admin or the owner to set up a
        link, or to make you a member.
      </Text>
    </Section>
  );
}
