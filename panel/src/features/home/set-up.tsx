import { Alert, Skeleton, Stack, Text } from '@mantine/core';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { describeError, type FieldIssues } from '../../lib/describe-error.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Form } from '../../ui/form.tsx';
import { AskAdmin } from './ask-admin.tsx';
import { checkDraft, type DraftField } from './check-draft.ts';
import { DestinationSection } from './destination-section.tsx';
import { steps, useDraft, type Draft, type Step } from './draft.ts';
import { makeLink, StepError } from './make-link.ts';
import { OfferSection } from './offer-section.tsx';
import { SourceSection } from './source-section.tsx';
import { useChoices, type Choices } from './use-choices.ts';

/** From a source and an offer to a link: everything that it needs is made on the way. */
export function SetUp(): ReactNode {
  const { may } = useWorkspace();
  const { data: choices, error, refetch } = useChoices();
  if (!may('campaigns.write')) return <AskAdmin />;
  if (choices !== undefined) return <SetUpForm choices={choices} />;
  return error === null ? (
    <Skeleton h={280} maw={720} />
  ) : (
    <ErrorNote error={error} retry={() => void refetch()} />
  );
}

function SetUpForm({ choices }: { choices: Choices }): ReactNode {
  const { draft, change, clear } = useDraft();
  const [isSent, setIsSent] = useState(false);
  const { making, isPending, submit } = useMaking(draft, { choices, change, clear });
  const wrong = checkDraft(draft, choices);
  const refused = refusedFields(making.error);
  const problem = (field: DraftField) => {
    const isShown = isSent || (field in draft && draft[field as keyof Draft] !== '');
    return (isShown ? wrong[field] : undefined) ?? refused[field];
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsSent(true);
    if (Object.keys(wrong).length === 0 && !isPending) submit();
  };
  const parts = { draft, change, choices, problem };
  const isPlaced = Object.keys(refused).length > 0;
  const error = making.error instanceof StepError ? making.error.cause : making.error;
  return (
    <Stack gap="md" maw={720}>
      <Text c="dimmed">
        Choose where visitors come from and where they go. You get the link for the ad and the address that
        the network reports conversions to, and can try both here.
      </Text>
      <Form form={{ onSubmit, isPending, error: isPlaced ? null : error }} submit="Get the link">
        <SourceSection {...parts} />
        <OfferSection {...parts} />
        <DestinationSection {...parts} />
        {making.error === null ? null : <MadeSoFar made={draft.made} />}
      </Form>
    </Stack>
  );
}

type Keeper = { choices: Choices; change: (changed: Partial<Draft>) => void; clear: () => void };

/** Creates the link step by step. Finished steps are kept, so that the next attempt continues from there. */
function useMaking(draft: Draft, { choices, change, clear }: Keeper) {
  const { workspace, api } = useWorkspace();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const mutationKey = [workspace.id, 'set up a link'];
  const making = useMutation({
    mutationKey,
    mutationFn: async () =>
      await makeLink(draft, {
        api,
        template: choices.templates.find(({ id }) => draft.source === `template:${id}`),
        networkId: choices.networkNamed(draft.network)?.id,
        progress: { made: draft.made, keys: draft.keys },
        keep: ({ made, keys }) => change({ made, keys }),
      }),
    // Runs even if the form was closed in the meantime, so that the next link starts empty.
    onSuccess: () => {
      clear();
      // Not awaited: the overview closes the form once it has read the campaign, and navigation would not happen.
      void queries.invalidateQueries({ queryKey: [workspace.id] });
    },
  });
  // Replaces the form in the history: going back to it opens the finished link.
  const submit = () =>
    making.mutate(undefined, {
      onSuccess: (campaign) => void navigate({ to: '/set-up', search: { campaign }, replace: true }),
    });
  // Counts an attempt that an earlier form on this page started: two at once would share their records.
  return { making, submit, isPending: useIsMutating({ mutationKey }) > 0 };
}

const words: Record<Step, string> = {
  network: 'the affiliate network',
  source: 'the traffic source',
  offer: 'the offer',
  landing: 'the landing page',
  rotator: 'the rotator',
};

function MadeSoFar({ made }: { made: Draft['made'] }): ReactNode {
  const done = steps.filter((step) => made.some((record) => record.step === step));
  if (done.length === 0) return null;
  return (
    <Alert
      variant="light"
      color="gray"
      title={`Created so far: ${done.map((step) => words[step]).join(', ')}.`}
    >
      Your input is kept. Try again to continue from there; nothing is created twice.
    </Alert>
  );
}

const places: Record<string, DraftField> = {
  'network.name': 'network',
  'source.name': 'sourceName',
  'source.clickIdParam': 'sourceParam',
  'source.clickIdMacro': 'sourceMacro',
  'source.postbackUrl': 'own',
  'offer.url': 'offerUrl',
  'offer.payout.amount': 'payout',
  'landing.url': 'landingUrl',
};

/** The server's remarks by the fields of this form; nothing where one of them belongs to none of them. */
function refusedFields(error: unknown): FieldIssues {
  if (!(error instanceof StepError)) return {};
  const issues = Object.entries(describeError(error.cause).fields).map(
    ([path, message]) => [places[`${error.step}.${path}`], message] as const,
  );
  return issues.some(([place]) => place === undefined) ? {} : Object.fromEntries(issues);
}
