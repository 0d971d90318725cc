import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { roleLabels } from './role-labels.ts';
import { Facts } from '../../ui/facts.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { InvitationsSection } from './invitations-section.tsx';
import { MembersSection } from './members-section.tsx';

export function MembersPage(): ReactNode {
  const { may } = useWorkspace();
  return (
    <Page title="Members">
      <Stack gap="md" maw={1080}>
        <MembersSection />
        {may('people.manage') ? <InvitationsSection /> : null}
        <Section title="Roles" lead="Each role includes the permissions of the roles below it.">
          <Facts
            facts={Object.values(roleLabels).map(({ label, may: permissions }) => [label, permissions])}
          />
        </Section>
      </Stack>
    </Page>
  );
}
