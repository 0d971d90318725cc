import { SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { PasswordPart } from './password-part.tsx';
import { SecondFactorPart } from './second-factor-part.tsx';
import { SessionsPart } from './sessions-part.tsx';

export function AccountPage(): ReactNode {
  return (
    <Page title="Your account">
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" maw={1080}>
        <PasswordPart />
        <SecondFactorPart />
      </SimpleGrid>
      <SessionsPart />
    </Page>
  );
}
