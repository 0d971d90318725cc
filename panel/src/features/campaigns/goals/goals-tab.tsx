import { Box, Button, Group, Skeleton, Stack } from '@mantine/core';
import { IconTestPipe } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { PanelCampaign, PanelGoalRulesInput, VersionedGoalRules } from '../../../lib/api/api.ts';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { withKnownIds } from '../../../lib/forms/list-items.ts';
import { useDraftKey } from '../../../lib/forms/use-draft-key.ts';
import { useHistory } from '../../../lib/forms/use-history.ts';
import { useRecordForm } from '../../../lib/forms/use-record-form.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { Section } from '../../../ui/section.tsx';
import { showDone } from '../../../ui/record/undo.tsx';
import { EditorFrame } from '../../../ui/rules/editor-frame.tsx';
import { campaignKey, useRefreshCampaigns } from '../campaign-queries.ts';
import { ReplaySection } from './replay-section.tsx';
import { IncomingPostbackTestDrawer } from './incoming-postback-test-drawer.tsx';
import { goalsFormSchema } from './goals-form-schema.ts';
import { GoalRules } from './goal-rules.tsx';
import { useDraftRules } from './use-draft-rules.ts';

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
  const [isTesting, setTesting] = useState(false);
  const rules = useDraftRules(form.values);
  return (
    <>
      <EditorFrame
        editing={editing}
        references={['offers', 'campaigns']}
        isBesideOpen={isTesting}
        after={
          may('inbox.replay') && campaign.status !== 'archived' ? (
            <Box maw={1200} mt="md">
              <ReplaySection campaignId={campaign.id} version={goals.version} isDirty={form.isDirty} />
            </Box>
          ) : null
        }
      >
        {may('inbox.try') ? (
          <Group justify="flex-end" maw={1200}>
            <Button
              variant="default"
              leftSection={<IconTestPipe size={14} aria-hidden />}
              aria-expanded={isTesting}
              onClick={() => setTesting(!isTesting)}
            >
              Test incoming postback
            </Button>
          </Group>
        ) : null}
        <Stack gap="md" maw={1200}>
          <Section
            title="Goal rules"
            lead="Checked from top to bottom for each incoming postback; the first match wins. Duplicate handling and status mapping are set on the affiliate network."
          >
            <GoalRules editing={editing} />
          </Section>
        </Stack>
      </EditorFrame>
      <IncomingPostbackTestDrawer
        campaignId={campaign.id}
        rules={rules}
        isOpen={isTesting}
        close={() => setTesting(false)}
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
    formSchema: goalsFormSchema,
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
      showDone(`Goals saved as v${saved.version}.`, undefined);
    },
  });
}
