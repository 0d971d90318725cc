import { Drawer, Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ListedReport } from '../../../lib/api/api.ts';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { useLayer } from '../../../ui/use-layer.ts';
import { Schedules } from './schedules.tsx';
import { ShareLinks } from './share-links.tsx';

type DeliveryTab = 'links' | 'schedules';

// Shows the share links and schedules of all saved reports. New ones are for the opened report, if there is one.
export function DeliveryDrawer({
  tab,
  reports,
  opened,
  onChoose,
}: {
  tab: DeliveryTab | undefined;
  reports: readonly ListedReport[];
  opened: ListedReport | undefined;
  onChoose: (tab: DeliveryTab | undefined) => void;
}): ReactNode {
  const { may } = useWorkspace();
  const close = () => onChoose(undefined);
  return (
    <Drawer
      opened={tab !== undefined}
      onClose={useLayer(tab !== undefined, close)}
      position="right"
      size="lg"
      title="Share links and schedules"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Tabs
        value={tab ?? null}
        onChange={(chosen) => onChoose(chosen === 'schedules' ? 'schedules' : 'links')}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {may('reports.publish') ? <Tabs.Tab value="links">Share links</Tabs.Tab> : null}
          {may('reports.schedule') ? <Tabs.Tab value="schedules">Schedules</Tabs.Tab> : null}
        </Tabs.List>
        <Tabs.Panel value="links">
          <ShareLinks reports={reports} opened={opened} />
        </Tabs.Panel>
        <Tabs.Panel value="schedules">
          <Schedules reports={reports} opened={opened} />
        </Tabs.Panel>
      </Tabs>
    </Drawer>
  );
}
