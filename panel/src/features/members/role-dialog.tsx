import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Member } from '../../lib/api/api.ts';
import { meQuery, useWorkspace } from '../../lib/api/current-workspace.ts';
import { roleLabels } from './role-labels.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { showDone } from '../../ui/record/undo.tsx';
import { useRefreshMembers } from './member-queries.ts';
import { RoleChoice } from './role-choice.tsx';
import { useLayer } from '../../ui/use-layer.ts';

export function RoleDialog({
  member: { id, email, role: before, version },
  close,
}: {
  member: Member;
  close: () => void;
}): ReactNode {
  const { api, me } = useWorkspace();
  const queries = useQueryClient();
  const refresh = useRefreshMembers();
  const [role, setRole] = useState(before);
  const change = useMutation({
    mutationFn: () => api.changeRole(id, { version, role }),
    onSuccess: () => {
      showDone(`${email} now has the ${roleLabels[role].label.toLowerCase()} role.`, undefined);
      if (id === me.id) void queries.invalidateQueries({ queryKey: meQuery.queryKey });
      close();
    },
    onSettled: refresh,
  });
  return (
    <Modal
      opened
      onClose={useLayer(true, close)}
      title={`Change role for ${email}`}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="sm">
        {change.error === null ? null : <ErrorNote error={change.error} />}
        <RoleChoice role={role} onChange={setRole} />
        <Text size="sm" c="dimmed">
          Takes effect immediately. Switching to a role with fewer permissions also revokes pending
          invitations that this member sent.
        </Text>
        <Group gap="sm" justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button loading={change.isPending} disabled={role === before} onClick={() => change.mutate()}>
            Change role
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
