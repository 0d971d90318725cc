import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useHere } from '../../lib/me.ts';
import { roleWords } from '../../lib/role-words.ts';
import { Facts } from '../../ui/facts.tsx';
import { Page } from '../../ui/page.tsx';
import { Part } from '../../ui/part.tsx';
import { InvitationsPart } from './invitations-part.tsx';
import { MembersPart } from './members-part.tsx';

/** Who is in the workspace, who is asked to come, and what each may do. */
export function PeoplePage(): ReactNode {
  const { may } = useHere();
  return (
    <Page title="People">
      <Stack gap="md" maw={1080}>
        <MembersPart />
        {may('people.manage') ? <InvitationsPart /> : null}
        <Part title="Roles" lead="Each may do what those below it may.">
          <Facts facts={Object.values(roleWords).map(({ label, may: words }) => [label, words])} />
        </Part>
      </Stack>
    </Page>
  );
}
