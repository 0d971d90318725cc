import { Box, Button, Group, Skeleton, Stack } from '@mantine/core';
import { IconTestPipe } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { PanelCampaign, PanelGoalRulesInput, VersionedGoalRules } from '../../../lib/api.ts';
import { useWorkspace } from '../../../lib/current-workspace.ts';
import { withKnownIds } from '../../../lib/record-form/list-items.ts';
import { useDraftKey } from '../../../lib/record-form/use-draft-key.ts';
import { useHistory } from '../../../lib/record-form/use-history.ts';
import { useRecordForm } from '../../../lib/record-form/use-record-form.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { Section } from '../../../ui/section.tsx';
import { showDone } from '../../../ui/record/undo.tsx';
import { EditorFrame } from '../../../ui/rules/editor-frame.tsx';
import { campaignKey, useRefreshCampaigns } from '../campaign-queries.ts';
import { ApplyAgain } from './apply-again.tsx';
import { IncomingPostbackTestDrawer } from './incoming-postback-test-drawer.tsx';
import { goalsFormSchema } from './goals-form-schema.ts';
import { GoalRules } from './goal-rules.tsx';
import { useDraftRules } from './use-draft-rules.ts';

/** What incoming events of a campaign mean, saved as one version. */
export function GoalsTab({ campaign }: { campaign: PanelCampaign }): ReactNode {
  const { workspace, api } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: campaignKey(workspace.id, campaign.id, 'goals'),
    queryFn: ({ signal }) => api.getCampaignGoals(campaign.id, { signal }),
  });
  if (data === undefined)
    return error === null ? <Skeleton h={320} /> : <ErrorNote error={error} retry={() => void refetch()} />;
  return <Editor campaign={campaign} goals={data} />;
}

function Editor({ campaign, goals }: { campaign: PanelCampaign; goals: VersionedGoalRules }): ReactNode {
  const { may } = useWorkspace();
  const isReadOnly = !may('goals.write') || campaign.status === 'archived';
  const form = useGoalsForm(campaign.id, goals, isReadOnly);
  const editing = useHistory(form);
  const [isTrying, setTrying] = useState(false);
  const rules = useDraftRules(form.values);
  return (
    <>
      <EditorFrame
        editing={editing}
        references={['offers', 'campaigns']}
        isBesideOpen={isTrying}
        after={
          may('inbox.replay') && campaign.status !== 'archived' ? (
            <Box maw={1200} mt="md">
              <ApplyAgain campaignId={campaign.id} version={goals.version} isDirty={form.isDirty} />
            </Box>
          ) : null
        }
      >
        {may('inbox.try') ? (
          <Group justify="flex-end" maw={1200}>
            <Button
              variant="default"
              leftSection={<IconTestPipe size={14} aria-hidden />}
              aria-expanded={isTrying}
              onClick={() => setTrying(!isTrying)}
            >
              Try an event
            </Button>
          </Group>
        ) : null}
        <Stack gap="md" maw={1200}>
          <Section
            title="Goal rules"
            lead="Asked from the first to the last for every event that comes in; the first that holds decides. What becomes of repeats, and what words for statuses mean, is set at the affiliate network."
          >
            <GoalRules editing={editing} />
          </Section>
        </Stack>
      </EditorFrame>
      <IncomingPostbackTestDrawer
        campaignId={campaign.id}
        rules={rules}
        isOpen={isTrying}
        close={() => setTrying(false)}
      />
    </>
  );
}

function useGoalsForm(campaignId: string, goals: VersionedGoalRules, isReadOnly: boolean) {
  const { workspace, api } = useWorkspace();
  const queries = useQueryClient();
  const refresh = useRefreshCampaigns();
  const show = (current: VersionedGoalRules) => {
    queries.setQueryData(campaignKey(workspace.id, campaignId, 'goals'), current);
    refresh();
  };
  return useRecordForm({
    sheet: goalsFormSchema,
    draftKey: useDraftKey('campaigns', campaignId, 'goals'),
    record: goals,
    isReadOnly,
    isWhole: true,
    save: async (body, query) => {
      const input = body as PanelGoalRulesInput;
      const known = { ...input, rules: withKnownIds(input.rules, goals.rules) };
      return await api.saveCampaignGoals(campaignId, known, { query });
    },
    onStale: show,
    onSaved: (saved: VersionedGoalRules) => {
      show(saved);
      showDone(`The goals are saved, as version ${saved.version} of the campaign.`, undefined);
    },
  });
}
