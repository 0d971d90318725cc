import { Box } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { Page } from '../page.tsx';
import { Section } from '../section.tsx';

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
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  return (
    <Page title={title}>
      <Box maw={760} ref={box}>
        <Section title="Details" lead={lead}>
          {children}
        </Section>
      </Box>
    </Page>
  );
}
