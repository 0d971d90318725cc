import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PanelReport, PanelReportDefinition, RecordVersion } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';

type Labels = PanelReport['meta']['labels'];

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
// Number of versions to load. Older versions are shown only by number.
const versionsMax = 100;

/**
 * Adds the date, author and first change to the labels of campaign versions if the report is filtered to one campaign.
 */
export function useVersionLabels(definition: PanelReportDefinition, labels: Labels): Labels {
  const { workspace, api, may } = useWorkspace();
  const campaignId = campaignOfVersions(definition);
  const { data } = useQuery({
    queryKey: [workspace.id, 'campaigns', campaignId, 'versions', 'labels'],
    queryFn: ({ signal }) =>
      api.listCampaignVersions(campaignId ?? '', { query: { limit: versionsMax }, signal }),
    enabled: campaignId !== undefined && may('campaigns.read'),
    // The request is not retried, because the labels are optional.
    retry: false,
  });
  const versions = campaignId === undefined ? undefined : data?.items;
  return useMemo(() => addVersionLabels(labels, versions), [labels, versions]);
}

/** Returns the campaign whose versions are shown, or undefined if the report is not limited to one campaign. */
export function campaignOfVersions({
  dimensions = [],
  filters = [],
}: PanelReportDefinition): string | undefined {
  const [campaignId, ...others] = filters.flatMap(({ field, op, values }) =>
    field === 'campaign' && op === 'is' ? values : [],
  );
  const isOne = others.length === 0 && typeof campaignId === 'string';
  return isOne && dimensions.includes('configVersion') ? campaignId : undefined;
}

type LabeledVersion = Pick<RecordVersion, 'version' | 'createdAt' | 'changes'> & {
  author: { label: string };
};

export function addVersionLabels(labels: Labels, versions: readonly LabeledVersion[] | undefined): Labels {
  if (versions === undefined) return labels;
  const named = versions.map((version) => [String(version.version), formatVersion(version)]);
  return { ...labels, configVersion: Object.fromEntries(named) as Record<string, string> };
}

function formatVersion({ version, createdAt, author, changes }: LabeledVersion): string {
  const [first] = changes;
  const change = first === undefined ? '' : `: ${first}`;
  return `${version}, ${day.format(new Date(createdAt))}, ${author.label}${change}`;
}
