import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import type { RotatorRouting, RotatorRulesInput } from '../../../lib/api/api.ts';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { dayIn } from '../../../lib/time/date-range.ts';
import { shiftDay } from '../../../lib/time/period-before.ts';
import { showDone } from '../../../ui/record/undo.tsx';

export const recentDays = 7;
const recordsMax = 20;

// Returns the campaign and the saved rules of its rotator.
export function useCampaignRouting(campaignId: string | undefined) {
  const { workspace, api, may } = useWorkspace();
  const campaign = useQuery({
    queryKey: [workspace.id, 'campaigns', campaignId, 'record'],
    queryFn: ({ signal }) => api.getCampaign(campaignId ?? '', { signal }),
    enabled: campaignId !== undefined && may('campaigns.read'),
  });
  const rotatorId = campaign.data?.destination.rotatorId;
  const routing = useRouting(rotatorId);
  return {
    campaign: campaign.data,
    rotatorId,
    routing: routing.data,
    error: campaign.error ?? routing.error,
  };
}

export function useRouting(rotatorId: string | undefined) {
  const { workspace, api, may } = useWorkspace();
  return useQuery({
    queryKey: [workspace.id, 'rotators', rotatorId, 'rules'],
    queryFn: ({ signal }) => api.getRotatorRules(rotatorId ?? '', { signal }),
    enabled: rotatorId !== undefined && may('rotators.read'),
  });
}

type Named = { id: string; name: string };

// Lists the campaigns or rotators that had recent visits with the value, most visits first.
export function useRecordsWith(
  dimension: 'campaign' | 'rotator',
  { field, value }: { field: DimensionId; value: string },
  isEnabled: boolean,
): { records: Named[] | undefined; error: Error | null } {
  const { workspace, api } = useWorkspace();
  const to = dayIn(workspace.timezone, new Date());
  const definition = {
    from: shiftDay(to, -29),
    to,
    dimensions: [dimension],
    metrics: ['visits' as const],
    filters: [{ field, op: 'is' as const, values: [value] }],
    limit: recordsMax,
  };
  const { data, error } = useQuery({
    queryKey: [workspace.id, 'queryReport', 'records', definition],
    queryFn: ({ signal }) => api.queryReport(definition, { signal }),
    enabled: isEnabled,
  });
  const names = data?.meta.labels[dimension] ?? {};
  const records = data?.rows.flatMap((row) => {
    const id = row[dimension];
    // Deleted records have no name.
    return typeof id === 'string' && names[id] !== undefined ? [{ id, name: names[id] }] : [];
  });
  return { records, error };
}

// Saves the rules. The notification can restore the version before.
export function useSaveRouting(rotatorId: string | undefined, onSaved: () => void) {
  const { workspace, api } = useWorkspace();
  const queries = useQueryClient();
  const show = (routing: RotatorRouting) => {
    queries.setQueryData([workspace.id, 'rotators', rotatorId, 'rules'], routing);
    void queries.invalidateQueries({ queryKey: [workspace.id, 'rotators'] });
  };
  return useMutation({
    mutationFn: async ({ input }: { input: RotatorRulesInput; done: string }) =>
      await api.saveRotatorRules(rotatorId ?? '', input),
    onSuccess: (saved, { input, done }) => {
      show(saved);
      onSaved();
      // Nothing was changed, for example because the value was already blocked.
      if (saved.version === input.version) return;
      showDone(done, async () => {
        await api.putBackRotatorVersion(rotatorId ?? '', input.version, { version: saved.version });
        void queries.invalidateQueries({ queryKey: [workspace.id, 'rotators'] });
        showDone('Undone.', undefined);
      });
    },
  });
}
