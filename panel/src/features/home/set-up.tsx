import { Alert, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { keyedWorkspaceApi } from '../../lib/api.ts';
import { describeError, type FieldIssues } from '../../lib/describe-error.ts';
import { useHere } from '../../lib/me.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Form } from '../../ui/form.tsx';
import { AskSomebody } from './ask-somebody.tsx';
import { checkDraft, type DraftField } from './check-draft.ts';
import { DestinationPart } from './destination-part.tsx';
import { useDraft, type Draft, type Made } from './draft.ts';
import { makeLink, StepError } from './make-link.ts';
import { OfferPart } from './offer-part.tsx';
import { SourcePart } from './source-part.tsx';
import { useChoices, type Choices } from './use-choices.ts';

/** From a source and an offer to a link: everything that it needs is made on the way. */
export function SetUp(): ReactNode {
  const { may } = useHere();
  const { data: choices, error, refetch } = useChoices();
  if (!may('campaigns.write')) return <AskSomebody />;
  if (choices !== undefined) return <SetUpForm choices={choices} />;
  return error === null ? (
    <Skeleton h={280} maw={720} />
  ) : (
    <ErrorNote error={error} retry={() => void refetch()} />
  );
}

function SetUpForm({ choices }: { choices: Choices }): ReactNode {
  const { workspace } = useHere();
  const { draft, change, clear } = useDraft(workspace.id);
  const [isSent, setIsSent] = useState(false);
  const making = useMaking(draft, { choices, change, clear });
  const wrong = checkDraft(draft, choices);
  const refused = refusedFields(making.error);
  const problem = (field: DraftField) => {
    const isShown = isSent || (field in draft && draft[field as keyof Draft] !== '');
    return (isShown ? wrong[field] : undefined) ?? refused[field];
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsSent(true);
    if (Object.keys(wrong).length > 0) setTimeout(focusMistake);
    else if (!making.isPending) making.mutate();
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
      <Form
        form={{ onSubmit, isPending: making.isPending, error: isPlaced ? null : error }}
        submit="Get the link"
      >
        <SourcePart {...parts} />
        <OfferPart {...parts} />
        <DestinationPart {...parts} />
        {making.error === null ? null : <MadeSoFar made={draft.made} />}
      </Form>
    </Stack>
  );
}

/** The first of them may be far above the button. */
function focusMistake(): void {
  document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus();
}

type Keeper = { choices: Choices; change: (changed: Partial<Draft>) => void; clear: () => void };

/** Making goes step by step; a step that is done is remembered, so that a second try goes on from there. */
function useMaking(draft: Draft, { choices, change, clear }: Keeper) {
  const { workspace } = useHere();
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      await makeLink(draft, {
        api: keyedWorkspaceApi(workspace.id, { ...draft.keys }, (keys) => change({ keys: { ...keys } })),
        template: choices.templates.find(({ id }) => draft.source === `template:${id}`),
        networkId: choices.networkNamed(draft.network)?.id,
        made: { ...draft.made },
        keep: (made) => change({ made: { ...made } }),
      }),
    onSuccess: async (campaign) => {
      clear();
      await navigate({ to: '/set-up', search: { campaign } });
      await queries.invalidateQueries({ queryKey: [workspace.id] });
    },
  });
}

const words: Record<keyof Made, string> = {
  network: 'the affiliate network',
  source: 'the traffic source',
  offer: 'the offer',
  landing: 'the landing page',
  rotator: 'the rotator',
  campaign: 'the campaign',
};

function MadeSoFar({ made }: { made: Made }): ReactNode {
  const done = (Object.keys(words) as (keyof Made)[]).filter((step) => made[step] !== undefined);
  if (done.length === 0) return null;
  return (
    <Alert variant="light" color="gray" title={`Made so far: ${done.map((step) => words[step]).join(', ')}.`}>
      What you typed is kept. Try again, and it goes on from there; nothing is made twice.
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
