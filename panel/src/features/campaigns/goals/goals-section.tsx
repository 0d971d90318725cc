import { Anchor, Badge, Box, Group, List, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PanelGoalRule } from '../../../lib/api/api.ts';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { Section } from '../../../ui/section.tsx';
import { campaignKey } from '../campaign-queries.ts';
import { formatAction, formatRule } from './format-goals.ts';

export function GoalsSection({ campaignId }: { campaignId: string }): ReactNode {
  const { workspace, api, may } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: campaignKey(workspace.id, campaignId, 'goals'),
    queryFn: ({ signal }) => api.getCampaignGoals(campaignId, { signal }),
  });
  return (
    <Section
      title="Goals"
      lead={
        <>
          How incoming postbacks are counted.{' '}
          <Anchor
            renderRoot={(root) => (
              <Link {...root} to="/campaigns/$campaignId" params={{ campaignId }} search={{ tab: 'goals' }} />
            )}
            inherit
          >
            {may('goals.write') ? 'Edit and test' : 'View all'}
          </Anchor>
        </>
      }
    >
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {data === undefined && error === null ? <Skeleton h={64} /> : null}
      {data?.rules.length === 0 ? (
        <Text>
          No rules. Each postback from a network counts as a conversion with the payout that it reports.
        </Text>
      ) : null}
      {data?.rules.map((rule) => (
        <Rule key={rule.id} rule={rule} currency={workspace.currency} />
      ))}
    </Section>
  );
}

function Rule({ rule, currency }: { rule: PanelGoalRule; currency: string }): ReactNode {
  return (
    <Box>
      <Group gap="sm">
        <Text fw={600}>{rule.label}</Text>
        {rule.enabled ? null : <Off />}
      </Group>
      <Text size="sm" c="dimmed">
        {formatRule(rule)}
      </Text>
      <List size="sm" mt={4}>
        {rule.actions.map((action) => (
          <List.Item key={action.idx}>
            <b>{action.label}</b>: {formatAction(action, currency)} {action.enabled ? null : <Off />}
          </List.Item>
        ))}
      </List>
    </Box>
  );
}

function Off(): ReactNode {
  return (
    <Badge variant="outline" color="gray" size="sm">
      Off
    </Badge>
  );
}
