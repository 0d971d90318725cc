import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { IconHistory, IconUserQuestion } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { PanelRotator, RotatorRouting, RotatorRulesInput } from '../../../lib/api/api.ts';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { withKnownIds } from '../../../lib/forms/list-items.ts';
import { useHistory } from '../../../lib/forms/use-history.ts';
import { useDraftKey } from '../../../lib/forms/use-draft-key.ts';
import { useRecordForm } from '../../../lib/forms/use-record-form.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { Section } from '../../../ui/section.tsx';
import { showDone } from '../../../ui/record/undo.tsx';
import { EditorFrame } from '../../../ui/rules/editor-frame.tsx';
import { rotatorKey, useRefreshRotators } from '../rotator-queries.ts';
import { SharedNote, useSharedSave } from '../shared-rotator.tsx';
import { PathsSection } from './paths-section.tsx';
import { routingFormSchema } from './routing-form-schema.ts';
import { RulesSection } from './rules-section.tsx';
import { DryRunDrawer } from '../dry-run/dry-run-drawer.tsx';
import { RoutingTestDrawer } from '../routing-test/routing-test-drawer.tsx';
import { useDraft } from './use-draft.ts';
import { useRotatorVisits } from './use-rotator-visits.ts';

/** Edits all rules and paths of a rotator. Each save creates one version. */
export function RoutingTab({
  rotator,
  isReadOnly,
}: {
  rotator: PanelRotator;
  isReadOnly: boolean;
}): ReactNode {
  const { workspace, api } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: rotatorKey(workspace.id, rotator.id, 'rules'),
    queryFn: ({ signal }) => api.getRotatorRules(rotator.id, { signal }),
  });
  if (data === undefined)
    return error === null ? <Skeleton h={320} /> : <ErrorNote error={error} retry={() => void refetch()} />;
  return <Editor rotator={rotator} routing={data} isReadOnly={isReadOnly} />;
}

function Editor({
  rotator,
  routing,
  isReadOnly,
}: {
  rotator: PanelRotator;
  routing: RotatorRouting;
  isReadOnly: boolean;
}): ReactNode {
  const { workspace, api } = useWorkspace();
  const queries = useQueryClient();
  const refresh = useRefreshRotators();
  const form = useRecordForm({
    formSchema: routingFormSchema,
    draftKey: useDraftKey('rotators', rotator.id, 'rules'),
    record: routing,
    isReadOnly,
    isWhole: true,
    save: async (body) => {
      const input = body as RotatorRulesInput;
      return await api.saveRotatorRules(rotator.id, {
        ...input,
        rules: withKnownIds(input.rules, routing.rules),
      });
    },
    onStale: (current) => {
      queries.setQueryData(rotatorKey(workspace.id, rotator.id, 'rules'), current);
      refresh();
    },
    onSaved: (saved: RotatorRouting) => {
      queries.setQueryData(rotatorKey(workspace.id, rotator.id, 'rules'), saved);
      refresh();
      showDone(`Rules saved as version ${saved.version}.`, undefined);
    },
  });
  const shared = useSharedSave(rotator.id, form);
  const editing = useHistory(shared.form);
  const [sidePanel, setSidePanel] = useState<SidePanel>();
  const { draft, warnings, isCurrent } = useDraft(form.values, routing.version);
  const visits = useRotatorVisits(rotator.id);
  return (
    <>
      <SharedNote rotatorId={rotator.id} />
      <EditorFrame
        editing={editing}
        references={['landings', 'offers', 'traffic-sources', 'campaigns']}
        isBesideOpen={sidePanel !== undefined}
      >
        <SidePanelButtons open={sidePanel} onChange={setSidePanel} />
        <Stack gap="md" maw={1200}>
          <Section title="Rules" lead="Rules are checked from top to bottom. The first match wins.">
            <RulesSection editing={editing} warnings={warnings} visits={visits} />
          </Section>
          <Section
            title="Paths"
            lead="Destinations for visitors. Each rule splits its visitors between paths by weight."
          >
            <PathsSection editing={editing} visits={visits} />
          </Section>
        </Stack>
      </EditorFrame>
      {shared.confirmation}
      <RoutingTestDrawer
        rotatorId={rotator.id}
        draft={draft}
        isOpen={sidePanel === 'test'}
        close={() => setSidePanel(undefined)}
      />
      <DryRunDrawer
        rotatorId={rotator.id}
        draft={draft}
        isCurrent={isCurrent}
        isOpen={sidePanel === 'dry-run'}
        close={() => setSidePanel(undefined)}
      />
    </>
  );
}

type SidePanel = 'test' | 'dry-run' | undefined;

/** Shows buttons for the side panels. Only one side panel is open at a time. */
function SidePanelButtons({
  open,
  onChange,
}: {
  open: SidePanel;
  onChange: (panel: SidePanel) => void;
}): ReactNode {
  const { may } = useWorkspace();
  const toggle = (panel: SidePanel) => onChange(open === panel ? undefined : panel);
  return (
    <Group justify="flex-end" maw={1200}>
      <Button
        variant="default"
        leftSection={<IconUserQuestion size={14} aria-hidden />}
        aria-expanded={open === 'test'}
        onClick={() => toggle('test')}
      >
        Test routing
      </Button>
      {may('rotators.manage') ? (
        <Button
          variant="default"
          leftSection={<IconHistory size={14} aria-hidden />}
          aria-expanded={open === 'dry-run'}
          onClick={() => toggle('dry-run')}
        >
          Dry run
        </Button>
      ) : null}
    </Group>
  );
}
