import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { Page } from '../page.tsx';
import { Section } from '../section.tsx';
import { FocusFirst } from './focus-first.tsx';

// Shows the page with the form for a new record. The first field gets the focus.
export function NewRecordFrame({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: string;
  children: ReactNode;
}): ReactNode {
  return (
    <Page title={title}>
      <Box maw={760}>
        <Section title="Details" lead={lead}>
          <FocusFirst>{children}</FocusFirst>
        </Section>
      </Box>
    </Page>
  );
}
