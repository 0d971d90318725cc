import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CampaignStatus } from '../../lib/api.ts';

const colours = { active: 'green', paused: 'yellow', archived: 'gray' } as const;

export function StatusBadge({ status }: { status: CampaignStatus }): ReactNode {
  return (
    <Badge variant="dot" color={colours[status]} size="md" tt="none" fw={500}>
      {status}
    </Badge>
  );
}
