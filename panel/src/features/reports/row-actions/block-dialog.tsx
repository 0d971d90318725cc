import { Select, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MetricId } from '@waypost/contract/reports/report-metrics.ts';
import { use, useEffect, useState, type ReactNode } from 'react';
import type { DryRun, PanelCampaign, RotatorRulesInput } from '../../../lib/api/api.ts';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { formatMetric } from '../../../lib/format/format-metrics.ts';
import { dimensionLabel } from '../../../lib/reports/dimension-labels.ts';
import { FieldNamingContext } from '../../../lib/reports/field-naming.ts';
import { metricLabel } from '../../../lib/reports/metric-labels.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { allowValue, blockValue, isBlocked } from './block-value.ts';
import { formatBlockDryRun } from './format-block-dry-run.ts';
import type { RowSubject } from './row-subjects.ts';
import { recentDays, useCampaignRouting, useRecordsWith, useSaveRouting } from './use-routing.ts';

type BlockDialogProps = {
  subject: RowSubject;
  // Value as shown in the report.
  shown: string;
  campaignId: string | undefined;
  close: () => void;
};

// Asks whether to block a value in a campaign, or to allow it again, and shows what this would have changed.
export function BlockDialog({ subject, shown, campaignId, close }: BlockDialogProps): ReactNode {
  const { labels } = use(FieldNamingContext);
  const found = useRecordsWith('campaign', subject, campaignId === undefined);
  const [chosenId, setChosenId] = useState<string>();
  const id = campaignId ?? chosenId ?? found.records?.[0]?.id;
  const { campaign, rotatorId, routing, error } = useCampaignRouting(id);
  const saving = useSaveRouting(rotatorId, close);
  const label = dimensionLabel(subject.field, labels);
  const blocked = id === undefined ? undefined : { campaignId: id, ...subject };
  const isAllowing = routing !== undefined && blocked !== undefined && isBlocked(routing, blocked);
  const input =
    routing === undefined || blocked === undefined || campaign === undefined
      ? undefined
      : isAllowing
        ? allowValue(routing, blocked)
        : blockValue(routing, blocked, { campaign: campaign.name, label });
  const done = `${label} ${shown} ${isAllowing ? 'allowed' : 'blocked'}.`;
  const failure = found.error ?? error;
  return (
    <Confirm
      title={`${isAllowing ? 'Allow' : 'Block'} ${label} ${shown}`}
      action={isAllowing ? 'Allow' : 'Block'}
      color="ink"
      doing={{
        ...saving,
        isPending: saving.isPending || (input === undefined && failure === null && id !== undefined),
        mutate: () => {
          if (input !== undefined) saving.mutate({ input, done });
        },
      }}
      close={close}
    >
      <Stack gap="sm">
        {failure === null ? null : <ErrorNote error={failure} />}
        {campaignId === undefined ? (
          <Select
            label="Campaign"
            data={(found.records ?? []).map(({ id: value, name }) => ({ value, label: name }))}
            value={id ?? null}
            onChange={(value) => setChosenId(value ?? undefined)}
            allowDeselect={false}
            placeholder={found.records?.length === 0 ? 'No campaign with recent visits' : 'Loading'}
          />
        ) : null}
        {campaign === undefined || routing === undefined ? (
          failure === null && id !== undefined ? (
            <Skeleton h={160} />
          ) : null
        ) : (
          <Effect {...{ subject, campaign, isAllowing, input, rotatorId, shown, label }} />
        )}
      </Stack>
    </Confirm>
  );
}

function Effect({
  subject,
  campaign,
  isAllowing,
  input,
  rotatorId,
  shown,
  label,
}: {
  subject: RowSubject;
  campaign: PanelCampaign;
  isAllowing: boolean;
  input: RotatorRulesInput | undefined;
  rotatorId: string | undefined;
  shown: string;
  label: string;
}): ReactNode {
  return (
    <>
      <Text size="sm">
        {isAllowing
          ? `Removes ${shown} from the blocked values of ${label} in “${campaign.name}”. Its visits follow the other rules again.`
          : `Visits to “${campaign.name}” with ${label} ${shown} will be blocked: they get the block page of the workspace settings, or status 404 if none is set. Other campaigns of the rotator are not affected.`}
      </Text>
      <RecentFigures subject={subject} campaignId={campaign.id} />
      {input === undefined || rotatorId === undefined ? null : (
        <DryRunLine key={`${rotatorId} ${campaign.id}`} rotatorId={rotatorId} input={input} />
      )}
    </>
  );
}

const dayMs = 24 * 60 * 60 * 1_000;
const figures = ['visits', 'conversions', 'cost', 'revenue', 'profit'] as const satisfies MetricId[];

function RecentFigures({ subject, campaignId }: { subject: RowSubject; campaignId: string }): ReactNode {
  const { workspace, api } = useWorkspace();
  // The same range as that of the dry run.
  const [range] = useState(() => {
    const now = Date.now();
    return { from: new Date(now - recentDays * dayMs).toISOString(), to: new Date(now).toISOString() };
  });
  const definition = {
    ...range,
    metrics: [...figures],
    filters: [
      { field: 'campaign' as const, op: 'is' as const, values: [campaignId] },
      { field: subject.field, op: 'is' as const, values: [subject.value] },
    ],
  };
  const { data, error } = useQuery({
    queryKey: [workspace.id, 'queryReport', 'recent', definition],
    queryFn: ({ signal }) => api.queryReport(definition, { signal }),
  });
  if (error !== null) return <ErrorNote error={error} />;
  const [row] = data?.rows ?? [];
  if (row === undefined) return <Skeleton h={100} />;
  return (
    <div role="group" aria-label={`Last ${recentDays} days`}>
      <Text size="sm" fw={600} mb={4}>
        Last {recentDays} days
      </Text>
      <Facts
        facts={figures.map((id) => [metricLabel(id), formatMetric(id, Number(row[id]), workspace.currency)])}
      />
    </div>
  );
}

const pollMs = 500;
const sampledVisits = 50_000;

function DryRunLine({ rotatorId, input }: { rotatorId: string; input: RotatorRulesInput }): ReactNode {
  const { api, may } = useWorkspace();
  const mayRun = may('rotators.manage');
  const [run, setRun] = useState<DryRun>();
  const [failure, setFailure] = useState<unknown>();
  const [draft] = useState(input);
  useEffect(() => {
    if (!mayRun) return undefined;
    const abort = new AbortController();
    const { signal } = abort;
    const follow = async () => {
      let current = await api.startDryRun(
        rotatorId,
        { draft, days: recentDays, sample: sampledVisits },
        { signal },
      );
      while (!signal.aborted && (current.state === 'waiting' || current.state === 'running')) {
        await new Promise((resolve) => setTimeout(resolve, pollMs));
        if (!signal.aborted) current = await api.getDryRun(current.id, { signal });
      }
      if (!signal.aborted) setRun(current);
    };
    follow().catch((error: unknown) => {
      if (!signal.aborted) setFailure(error);
    });
    return () => abort.abort();
  }, [api, rotatorId, draft, mayRun]);
  if (!mayRun) return null;
  return (
    <Text size="sm" role="status">
      {failure === undefined ? formatBlockDryRun(run) : 'The dry run could not be started.'}
    </Text>
  );
}
