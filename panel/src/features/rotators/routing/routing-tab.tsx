import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowBackUp, IconArrowForwardUp, IconUserQuestion } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { PanelRotator, RotatorRouting, RotatorRulesInput } from '../../../lib/api.ts';
import { useHere } from '../../../lib/me.ts';
import { useHistory } from '../../../lib/record-form/use-history.ts';
import { useDraftKey } from '../../../lib/record-form/use-draft-key.ts';
import { useRecordForm } from '../../../lib/record-form/use-record-form.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { Part } from '../../../ui/part.tsx';
import { RecordFormFrame } from '../../../ui/record/record-form.tsx';
import { showDone } from '../../../ui/record/undo.tsx';
import { rotatorKey, useRefreshRotators } from '../rotator-queries.ts';
import { PathsPart } from './paths-part.tsx';
import { routingSheet } from './routing-sheet.ts';
import { RulesPart } from './rules-part.tsx';
import { TrialDrawer, trialWidthPx } from '../trial/trial-drawer.tsx';
import { useDraft } from './use-draft.ts';

/** The whole routing of a rotator, saved as one version. */
export function RoutingTab({
  rotator,
  isReadOnly,
}: {
  rotator: PanelRotator;
  isReadOnly: boolean;
}): ReactNode {
  const { workspace, api } = useHere();
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
  const { workspace, api } = useHere();
  const queries = useQueryClient();
  const refresh = useRefreshRotators();
  const form = useRecordForm({
    sheet: routingSheet,
    draftKey: useDraftKey('rotators', rotator.id, 'rules'),
    record: routing,
    isReadOnly,
    isWhole: true,
    save: async (body) =>
      await api.saveRotatorRules(rotator.id, withKnownIds(body as RotatorRulesInput, routing)),
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
  const [isTrying, setTrying] = useState(false);
  const isWide = useMediaQuery('(min-width: 1200px)');
  const { draft, warnings } = useDraft(form.values, routing.version);
  const { rules, paths } = form.values;
  const wrong = (list: readonly unknown[], name: string) =>
    new Set([...list.keys()].filter((at) => form.hasErrorIn(`${name}.${at}`)));
  return (
    // Keys that take back and bring again work in every field.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      onKeyDown={editing.onKeyDown}
      style={{
        ['--foot-ground' as string]: 'var(--wp-ground)',
        paddingRight: isTrying && isWide ? trialWidthPx : 0,
      }}
    >
      <RecordFormFrame
        form={form}
        references={['landings', 'offers', 'traffic-sources', 'campaigns']}
        aside={<Steps undo={editing.undo} redo={editing.redo} />}
      >
        <Group justify="flex-end" maw={1200}>
          <Button
            variant="default"
            leftSection={<IconUserQuestion size={14} aria-hidden />}
            aria-expanded={isTrying}
            onClick={() => setTrying(!isTrying)}
          >
            Try a visitor
          </Button>
        </Group>
        <Stack gap="md" maw={1200}>
          <Part title="Rules" lead="Asked from the first to the last; the first that holds decides.">
            <RulesPart editing={editing} warnings={warnings} mistakes={wrong(rules, 'rules')} />
          </Part>
          <Part title="Paths" lead="Where visitors can go. Rules share their visitors among paths.">
            <PathsPart editing={editing} rotatorId={rotator.id} mistakes={wrong(paths, 'paths')} />
          </Part>
        </Stack>
      </RecordFormFrame>
      <TrialDrawer rotatorId={rotator.id} draft={draft} isOpen={isTrying} close={() => setTrying(false)} />
    </div>
  );
}

/** A rule that somebody else removed meanwhile, and that is kept here, is a new one. */
function withKnownIds({ rules, ...input }: RotatorRulesInput, routing: RotatorRouting): RotatorRulesInput {
  const known = new Set(routing.rules.map(({ id }) => id));
  return {
    ...input,
    rules: rules.map(({ id, ...rule }) => (typeof id === 'string' && known.has(id) ? { id, ...rule } : rule)),
  };
}

function Steps({
  undo,
  redo,
}: {
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
}): ReactNode {
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={14} aria-hidden />}
        disabled={undo === undefined}
        onClick={() => undo?.()}
      >
        Undo
      </Button>
      <Button
        variant="default"
        leftSection={<IconArrowForwardUp size={14} aria-hidden />}
        disabled={redo === undefined}
        onClick={() => redo?.()}
      >
        Redo
      </Button>
    </Group>
  );
}
