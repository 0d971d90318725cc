import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useHere } from '../../lib/me.ts';
import { Page } from '../../ui/page.tsx';
import { MailPart } from './mail-part.tsx';
import { OpenPart, PastPart } from './alarm-lists.tsx';
import { ReceiversPart } from './receivers-part.tsx';
import { RulesPart } from './rules-part.tsx';

/** What is wrong now and was before, who is told of it, and by which rules. */
export function AlarmsPage(): ReactNode {
  const { may } = useHere();
  return (
    <Page title="Alarms">
      <Stack gap="md" maw={1080}>
        <OpenPart />
        <MailPart />
        {may('alarms.manage') ? <ReceiversPart /> : null}
        <RulesPart />
        <PastPart />
      </Stack>
    </Page>
  );
}
