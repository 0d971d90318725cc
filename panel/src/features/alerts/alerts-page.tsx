import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { Page } from '../../ui/page.tsx';
import { DevicesSection } from './devices-section.tsx';
import { MailSection } from './mail-section.tsx';
import { OpenSection, PastSection } from './alert-lists.tsx';
import { ReceiversSection } from './receivers-section.tsx';
import { RulesSection } from './rules-section.tsx';

export function AlertsPage(): ReactNode {
  const { may } = useWorkspace();
  return (
    <Page title="Alerts">
      <Stack gap="md" maw={1080}>
        <OpenSection />
        <MailSection />
        <DevicesSection />
        {may('alerts.manage') ? <ReceiversSection /> : null}
        <RulesSection />
        <PastSection />
      </Stack>
    </Page>
  );
}
