import { Badge, Button, Group, Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Member } from '../../lib/api.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { roleLabels } from '../../lib/role-labels.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Timestamp } from '../../ui/timestamp.tsx';
import { Section } from '../../ui/section.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';

export function MembersSection(): ReactNode {
  const { workspace, api } = useWorkspace();
  const [asked, setAsked] = useState<{ what: 'role' | 'removal'; member: Member }>();
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'members'],
    queryFn: ({ signal }) => api.listMembers({ query: { limit: 500, sort: 'role' }, signal }),
  });
  const close = () => setAsked(undefined);
  return (
    <Section title="Members">
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {data === undefined && error === null ? <Skeleton h={80} /> : null}
      {data === undefined ? null : (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Person</Table.Th>
              <Table.Th>Role</Table.Th>
              <Table.Th visibleFrom="sm">Second factor</Table.Th>
              <Table.Th visibleFrom="sm">Joined</Table.Th>
              <Table.Th aria-label="What can be done" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.items.map((member) => (
              <MemberRow key={member.id} member={member} ask={(what) => setAsked({ what, member })} />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {asked?.what === 'role' ? <RoleDialog member={asked.member} close={close} /> : null}
      {asked?.what === 'removal' ? <RemoveDialog member={asked.member} close={close} /> : null}
    </Section>
  );
}

function MemberRow({ member, ask }: { member: Member; ask: (what: 'role' | 'removal') => void }): ReactNode {
  const { me, workspace, may } = useWorkspace();
  const isMe = member.id === me.id;
  // The server decides; what it would refuse anyway is not offered.
  const isWithin = may('people.manage') && (member.role !== 'owner' || workspace.role === 'owner');
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {member.email} {isMe ? <Badge variant="light">you</Badge> : null}
      </Table.Td>
      <Table.Td>{roleLabels[member.role].label}</Table.Td>
      <Table.Td visibleFrom="sm">
        {member.secondFactor ? (
          'on'
        ) : (
          <Text inherit c="dimmed">
            off
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Timestamp at={member.joinedAt} />
      </Table.Td>
      <Table.Td>
        <Group gap="xs" justify="flex-end">
          {isWithin ? (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Change the role of ${member.email}`}
              onClick={() => ask('role')}
            >
              Role
            </Button>
          ) : null}
          {isWithin || isMe ? (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={isMe ? 'Leave the workspace' : `Remove ${member.email}`}
              onClick={() => ask('removal')}
            >
              {isMe ? 'Leave' : 'Remove'}
            </Button>
          ) : null}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
