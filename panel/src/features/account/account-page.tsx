import { SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { PasswordSection } from './password-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

export function AccountPage(): ReactNode {
  return (
    <Page title="Account">
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" maw={1080}>
        <PasswordSection />
        <SecondFactorSection />
      </SimpleGrid>
      <SessionsSection />
    </Page>
  );
}
