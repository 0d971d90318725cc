import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PanelReport, PanelReportDefinition, RecordVersion } from '../../lib/api.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';

type Labels = PanelReport['meta']['labels'];

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
// Number of versions to load. Older versions are shown by number only.
const versionsMax = 100;

/**
 * Adds the date, author and first change to the labels of campaign versions if the report is filtered to one campaign.
 */
export function useVersionLabels(
  { dimensions = [], filters = [] }: PanelReportDefinition,
  labels: Labels,
): Labels {
  const { workspace, api, may } = useWorkspace();
  const [campaignId, ...others] = filters.flatMap(({ field, op, values }) =>
    field === 'campaign' && op === 'is' ? values.map(String) : [],
  );
  const isWanted = dimensions.includes('configVersion') && campaignId !== undefined && others.length === 0;
  const { data } = useQuery({
    queryKey: [workspace.id, 'campaigns', campaignId, 'versions', 'labels'],
    queryFn: ({ signal }) =>
      api.listCampaignVersions(campaignId ?? '', { query: { limit: versionsMax }, signal }),
    enabled: isWanted && may('campaigns.read'),
    // The request is not retried, because the labels are optional.
    retry: false,
  });
  return useMemo(
    () =>
      isWanted && data !== undefined
        ? {
            ...labels,
            configVersion: Object.fromEntries(
              data.items.map((version) => [String(version.version), formatVersion(version)]),
            ),
          }
        : labels,
    [isWanted, data, labels],
  );
}

function formatVersion({ version, createdAt, author, changes }: RecordVersion): string {
  const [first] = changes;
  const change = first === undefined ? '' : `: ${first}`;
  return `${version}, ${day.format(new Date(createdAt))}, ${author.label}${change}`;
}
