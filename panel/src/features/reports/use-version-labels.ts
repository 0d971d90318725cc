import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PanelReport, PanelReportDefinition, RecordVersion } from '../../lib/api.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';

type Labels = PanelReport['meta']['labels'];

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
// Older ones are shown by their number.
const versionsMax = 100;

/** Versions of the one campaign that a report is about, with when and by whom they were made and what was changed. */
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
    // The report is worth looking at without.
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
  const words = first === undefined ? '' : `: ${first}`;
  return `${version}, ${day.format(new Date(createdAt))}, ${author.label}${words}`;
}
