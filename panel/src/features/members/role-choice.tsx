import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Member } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { assignableRoles, roleLabels } from './role-labels.ts';

export function RoleChoice({
  role,
  onChange,
  error,
}: {
  role: Member['role'];
  onChange: (role: Member['role']) => void;
  error?: string | undefined;
}): ReactNode {
  const { workspace } = useWorkspace();
  const choices = assignableRoles(workspace.role);
  return (
    <Select
      label="Role"
      description={roleLabels[role].may}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={choices}
      value={role}
      error={error}
      allowDeselect={false}
      onChange={(chosen) => {
        const assigned = choices.find(({ value }) => value === chosen);
        if (assigned !== undefined) onChange(assigned.value);
      }}
    />
  );
}
