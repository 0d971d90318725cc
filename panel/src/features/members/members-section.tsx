import { Badge, Button, Group, Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Member } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { canManageRole, roleLabels } from './role-labels.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Timestamp } from '../../ui/timestamp.tsx';
import { Section } from '../../ui/section.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { danger } from '../../ui/danger.ts';
import { ActionsHead } from '../../ui/actions-head.tsx';

export function MembersSection(): ReactNode {
  const { workspace, api } = useWorkspace();
  const [dialog, setDialog] = useState<{ type: 'role' | 'removal'; member: Member }>();
  const { data, error, refetch } = useQuery({
    queryKey: [workspace.id, 'members'],
    queryFn: ({ signal }) => api.listMembers({ query: { limit: 500, sort: 'role' }, signal }),
  });
  const close = () => setDialog(undefined);
  return (
    <Section title="Current members">
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {data === undefined && error === null ? <Skeleton h={80} /> : null}
      {data === undefined ? null : (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Email</Table.Th>
              <Table.Th>Role</Table.Th>
              <Table.Th visibleFrom="sm">Two-factor</Table.Th>
              <Table.Th visibleFrom="sm">Joined</Table.Th>
              <ActionsHead />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.items.map((member) => (
              <MemberRow key={member.id} member={member} open={(type) => setDialog({ type, member })} />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {dialog?.type === 'role' ? <RoleDialog member={dialog.member} close={close} /> : null}
      {dialog?.type === 'removal' ? <RemoveDialog member={dialog.member} close={close} /> : null}
    </Section>
  );
}

function MemberRow({
  member,
  open,
}: {
  member: Member;
  open: (type: 'role' | 'removal') => void;
}): ReactNode {
  const { me, workspace, may } = useWorkspace();
  const isMe = member.id === me.id;
  const canManage = may('people.manage') && canManageRole(workspace.role, member.role);
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {member.email} {isMe ? <Badge>You</Badge> : null}
      </Table.Td>
      <Table.Td>{roleLabels[member.role].label}</Table.Td>
      <Table.Td visibleFrom="sm">
        {member.secondFactor ? (
          'On'
        ) : (
          <Text inherit c="dimmed">
            Off
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Timestamp at={member.joinedAt} />
      </Table.Td>
      <Table.Td>
        <Group gap="xs" justify="flex-end">
          {canManage ? (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Change role for ${member.email}`}
              onClick={() => open('role')}
            >
              Change role
            </Button>
          ) : null}
          {canManage || isMe ? (
            <Button
              size="compact-sm"
              {...danger}
              aria-label={isMe ? 'Leave the workspace' : `Remove ${member.email}`}
              onClick={() => open('removal')}
            >
              {isMe ? 'Leave' : 'Remove'}
            </Button>
          ) : null}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
