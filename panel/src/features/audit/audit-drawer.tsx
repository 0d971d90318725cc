import { Anchor, Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AuditEntry } from '../../lib/api/api.ts';
import type { AuditSearch } from './audit-search.ts';
import { fieldLabel } from '../../lib/format/field-label.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { recordPath } from '../../lib/screens/screen.ts';
import { formatClock } from '../../lib/time/format-clock.ts';
import { showValue } from '../../lib/format/show-value.ts';
import { Facts } from '../../ui/facts.tsx';
import { DifferencesTable } from '../../ui/record/differences-table.tsx';
import { useNamesIn } from '../../ui/record/use-names-in.ts';
import { formatAction } from './format-action.ts';
import { formatActor } from './format-actor.ts';
import { useLayer } from '../../ui/use-layer.ts';

const references = [
  'campaigns',
  'traffic-sources',
  'affiliate-networks',
  'rotators',
  'offers',
  'landings',
  'domains',
] as const;

// Details that the drawer already shows in another row.
const shownElsewhere = new Set(['version']);

export function AuditDrawer({
  entry,
  close,
  narrow,
}: {
  entry: AuditEntry;
  close: () => void;
  narrow: (change: AuditSearch) => void;
}): ReactNode {
  const { workspace } = useWorkspace();
  const { at, actor, action, subjectId, subjectName, version, address, changes, details } = entry;
  const names = useNamesIn([changes, details], references);
  const [kind = ''] = action.split('.');
  const path = recordPath(kind, subjectId);
  const more = Object.entries(details).filter(([name]) => !shownElsewhere.has(name));
  return (
    <Drawer
      opened
      onClose={useLayer(true, close)}
      position="right"
      size={760}
      title={formatAction(action)}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <Facts
          facts={[
            ['Time', formatClock(at, workspace.timezone)],
            ['Actor', formatActor(actor)],
            ['IP address', address],
            [
              'Record',
              path === undefined || subjectName === null ? (
                subjectName
              ) : (
                <Anchor key="subject" inherit component={Link} to={path}>
                  {subjectName}
                </Anchor>
              ),
            ],
            ['Version', version === null ? null : String(version)],
            ...more.map(([name, value]): [string, string] => [fieldLabel(name), showValue(value, names)]),
          ]}
        />
        {changes.length === 0 ? (
          <Text c="dimmed">No fields changed.</Text>
        ) : (
          <DifferencesTable
            differences={changes.map(({ field, before, after }) => ({
              path: field,
              before,
              after,
            }))}
            names={names}
            after="After"
          />
        )}
        <Group gap="sm">
          <Button variant="default" size="compact-sm" onClick={() => narrow({ subjectId })}>
            Show changes to this record
          </Button>
          {actor.id === null ? null : (
            <Button variant="default" size="compact-sm" onClick={() => narrow({ actor: actor.id ?? '' })}>
              {`Show changes by ${actor.label}`}
            </Button>
          )}
        </Group>
      </Stack>
    </Drawer>
  );
}
