import { Box, Button, Group, List, Skeleton, Table, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { PanelCampaign, RecordVersion } from '../../lib/api.ts';
import { useHere } from '../../lib/me.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Moment } from '../../ui/moment.tsx';
import { campaignKey, useShowWritten } from './campaign-queries.ts';
import { showValue } from './show-value.ts';
import { useRecordNames } from './use-record-names.ts';

/** What a campaign has been, newest first: who changed what, and the way back. */
export function VersionsPart({ campaign }: { campaign: PanelCampaign }): ReactNode {
  const { workspace, api } = useHere();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: campaignKey(workspace.id, campaign.id, 'versions'),
    queryFn: ({ pageParam, signal }) =>
      api.listCampaignVersions(campaign.id, { query: { limit: 20, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.nextCursor ?? undefined,
  });
  const versions = data?.pages.flatMap(({ items }) => items);
  return (
    <Box maw={1080}>
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {versions === undefined && error === null ? <Skeleton h={160} /> : null}
      {versions?.map((version) => (
        <Version key={version.version} version={version} campaign={campaign} />
      ))}
      {hasNextPage ? (
        <Button variant="default" mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older versions
        </Button>
      ) : null}
    </Box>
  );
}

function Version({ version, campaign }: { version: RecordVersion; campaign: PanelCampaign }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const isCurrent = version.version === campaign.version;
  const { changes, createdAt, author } = version;
  return (
    <Box
      component="article"
      py="md"
      style={{ borderBottom: '1px solid var(--wp-line)' }}
      aria-label={`Version ${version.version}`}
    >
      <Group justify="space-between" align="center" gap="sm">
        <Group gap="sm" align="baseline">
          <Title order={2}>{`Version ${version.version}`}</Title>
          <Text size="sm" c="dimmed">
            {isCurrent ? 'the current one, ' : ''}
            {author.label}, <Moment at={createdAt} />
          </Text>
        </Group>
        <Group gap="sm">
          {changes.length === 0 ? null : (
            <Button
              size="compact-sm"
              variant="default"
              aria-expanded={isOpen}
              onClick={() => setOpen((before) => !before)}
            >
              {isOpen ? 'Hide the values' : 'Compare the values'}
            </Button>
          )}
          {isCurrent ? null : <PutBack campaign={campaign} version={version.version} />}
        </Group>
      </Group>
      {changes.length === 0 ? (
        <Text mt={4}>{version.version === 1 ? 'Made.' : 'Nothing that a version holds was changed.'}</Text>
      ) : (
        <List mt={4} size="sm">
          {changes.map((change) => (
            <List.Item key={change}>{change}</List.Item>
          ))}
        </List>
      )}
      {isOpen ? <Values campaignId={campaign.id} version={version.version} /> : null}
    </Box>
  );
}

/** Both sides of each difference, whole. */
function Values({ campaignId, version }: { campaignId: string; version: number }): ReactNode {
  const { workspace, api } = useHere();
  const names = useRecordNames();
  const { data, error, refetch } = useQuery({
    queryKey: campaignKey(workspace.id, campaignId, 'versions', version),
    queryFn: ({ signal }) => api.getCampaignVersion(campaignId, version, { signal }),
    staleTime: Infinity,
  });
  if (error !== null) return <ErrorNote error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Skeleton h={64} mt="sm" />;
  return (
    <Table layout="fixed" mt="sm" className="wp-compared">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w="28%">What</Table.Th>
          <Table.Th>Before</Table.Th>
          <Table.Th>{`Version ${version}`}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {data.differences.map(({ path, before, after }) => (
          <Table.Tr key={path}>
            <Table.Td className="wp-value">{path}</Table.Td>
            <Table.Td className="wp-value" data-label="Before">
              {showValue(before, names)}
            </Table.Td>
            <Table.Td className="wp-value" data-label={`Version ${version}`}>
              {showValue(after, names)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** It can be undone like any other change, so it is done at once. */
function PutBack({ campaign, version }: { campaign: PanelCampaign; version: number }): ReactNode {
  const { api, may } = useHere();
  const show = useShowWritten();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.putBackCampaignVersion(campaign.id, version, { version: campaign.version }),
    onSuccess: (answer) => {
      const { changed, warnings: _, ...written } = answer;
      show(written);
      notifications.show({
        message: changed
          ? `It is what it was in version ${version} again, as version ${written.version}.`
          : `It is as it was in version ${version} already.`,
      });
    },
  });
  if (!may('campaigns.write') || campaign.status === 'archived') return null;
  return (
    <>
      <Button size="compact-sm" variant="default" loading={isPending} onClick={() => mutate()}>
        Put back
      </Button>
      {error === null ? null : <ErrorNote error={error} />}
    </>
  );
}
