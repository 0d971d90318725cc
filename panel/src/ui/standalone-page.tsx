import { Anchor, Box, Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Logo } from './logo.tsx';
import { useDocumentTitle } from './page.tsx';

export function StandalonePage({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}): ReactNode {
  useDocumentTitle(title);
  return (
    <Box component="main" mih="100dvh" px="sm">
      <Center mih="100dvh">
        <Stack w="100%" maw={380} gap="md" py="lg">
          <Group gap="sm" justify="center">
            <Logo size={28} />
            <Text fw={600} size="lg">
              Waypost
            </Text>
          </Group>
          <Paper withBorder p="lg" bg="var(--wp-surface)">
            <Title order={1} mb={lead === undefined ? 'md' : 'xs'}>
              {title}
            </Title>
            {lead === undefined ? null : (
              <Text c="dimmed" mb="md">
                {lead}
              </Text>
            )}
            {children}
          </Paper>
          <Text size="xs" c="dimmed" ta="center">
            <Anchor href="https://db-ip.com" rel="noreferrer" c="dimmed" inherit>
              IP geolocation by DB-IP
            </Anchor>
          </Text>
        </Stack>
      </Center>
    </Box>
  );
}
