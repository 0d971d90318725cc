import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { IconHistory, IconUserQuestion } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { PanelRotator, RotatorRouting, RotatorRulesInput } from '../../../lib/api.ts';
import { useWorkspace } from '../../../lib/current-workspace.ts';
import { withKnownIds } from '../../../lib/record-form/list-items.ts';
import { useHistory } from '../../../lib/record-form/use-history.ts';
import { useDraftKey } from '../../../lib/record-form/use-draft-key.ts';
import { useRecordForm } from '../../../lib/record-form/use-record-form.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { Section } from '../../../ui/section.tsx';
import { showDone } from '../../../ui/record/undo.tsx';
import { EditorFrame } from '../../../ui/rules/editor-frame.tsx';
import { rotatorKey, useRefreshRotators } from '../rotator-queries.ts';
import { PathsSection } from './paths-section.tsx';
import { routingFormSchema } from './routing-form-schema.ts';
import { RulesSection } from './rules-section.tsx';
import { DryRunDrawer } from '../dry-run/dry-run-drawer.tsx';
import { RoutingTestDrawer } from '../routing-test/routing-test-drawer.tsx';
import { useDraft } from './use-draft.ts';
import { useRotatorVisits } from './use-rotator-visits.ts';

/** The whole routing of a rotator, saved as one version. */
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
    sheet: routingFormSchema,
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
      showDone(`The rules are saved, as version ${saved.version}.`, undefined);
    },
  });
  const editing = useHistory(form);
  const [beside, setBeside] = useState<Beside>();
  const { draft, warnings } = useDraft(form.values, routing.version);
  const visits = useRotatorVisits(rotator.id);
  return (
    <>
      <EditorFrame
        editing={editing}
        references={['landings', 'offers', 'traffic-sources', 'campaigns']}
        isBesideOpen={beside !== undefined}
      >
        <BesideButtons beside={beside} onChange={setBeside} />
        <Stack gap="md" maw={1200}>
          <Section title="Rules" lead="Asked from the first to the last; the first that holds decides.">
            <RulesSection editing={editing} warnings={warnings} visits={visits} />
          </Section>
          <Section title="Paths" lead="Where visitors can go. Rules share their visitors among paths.">
            <PathsSection editing={editing} visits={visits} />
          </Section>
        </Stack>
      </EditorFrame>
      <RoutingTestDrawer
        rotatorId={rotator.id}
        draft={draft}
        isOpen={beside === 'trial'}
        close={() => setBeside(undefined)}
      />
      <DryRunDrawer
        rotatorId={rotator.id}
        draft={draft}
        isOpen={beside === 'dry-run'}
        close={() => setBeside(undefined)}
      />
    </>
  );
}

type Beside = 'trial' | 'dry-run' | undefined;

/** What can stand beside the editor, one of them at a time. */
function BesideButtons({
  beside,
  onChange,
}: {
  beside: Beside;
  onChange: (beside: Beside) => void;
}): ReactNode {
  const { may } = useWorkspace();
  const toggle = (what: Beside) => onChange(beside === what ? undefined : what);
  return (
    <Group justify="flex-end" maw={1200}>
      <Button
        variant="default"
        leftSection={<IconUserQuestion size={14} aria-hidden />}
        aria-expanded={beside === 'trial'}
        onClick={() => toggle('trial')}
      >
        Try a visitor
      </Button>
      {may('rotators.manage') ? (
        <Button
          variant="default"
          leftSection={<IconHistory size={14} aria-hidden />}
          aria-expanded={beside === 'dry-run'}
          onClick={() => toggle('dry-run')}
        >
          Dry run
        </Button>
      ) : null}
    </Group>
  );
}
