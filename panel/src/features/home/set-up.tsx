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
import { createCampaignLink, StepError } from './create-campaign-link.ts';
import { OfferSection } from './offer-section.tsx';
import { SourceSection } from './source-section.tsx';
import { useChoices, type Choices } from './use-choices.ts';

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
  const { creation, isPending, submit } = useCreateLink(draft, { choices, change, clear });
  const errors = checkDraft(draft, choices);
  const rejected = rejectedFields(creation.error);
  const problem = (field: DraftField) => {
    const isShown = isSent || (field in draft && draft[field as keyof Draft] !== '');
    return (isShown ? errors[field] : undefined) ?? rejected[field];
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsSent(true);
    if (Object.keys(errors).length === 0 && !isPending) submit();
  };
  const parts = { draft, change, choices, problem };
  const hasFieldErrors = Object.keys(rejected).length > 0;
  const error = creation.error instanceof StepError ? creation.error.cause : creation.error;
  return (
    <Stack gap="md" maw={720}>
      <Text c="dimmed">
        Select a traffic source and an offer. You get a campaign link for your ads and a postback URL for the
        affiliate network, and can test both.
      </Text>
      <Form
        form={{ onSubmit, isPending, error: hasFieldErrors ? null : error }}
        submit="Create campaign link"
      >
        <SourceSection {...parts} />
        <OfferSection {...parts} />
        <DestinationSection {...parts} />
        {creation.error === null ? null : <CreatedRecords records={draft.made} />}
      </Form>
    </Stack>
  );
}

type DraftActions = { choices: Choices; change: (changed: Partial<Draft>) => void; clear: () => void };

/** Creates the records step by step. A retry continues with the first unfinished step. */
function useCreateLink(draft: Draft, { choices, change, clear }: DraftActions) {
  const { workspace, api } = useWorkspace();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const mutationKey = [workspace.id, 'set up a link'];
  const creation = useMutation({
    mutationKey,
    mutationFn: async () =>
      await createCampaignLink(draft, {
        api,
        template: choices.templates.find(({ id }) => draft.source === `template:${id}`),
        networkId: choices.networkNamed(draft.network)?.id,
        progress: { made: draft.made, keys: draft.keys },
        keep: ({ made, keys }) => change({ made, keys }),
      }),
    // This handler runs even if the form was closed during the request, so that the next link starts empty.
    onSuccess: () => {
      clear();
      // The refetch is not awaited, because the overview replaces this form as soon as the campaign is loaded, and the
      // navigation would then be lost.
      void queries.invalidateQueries({ queryKey: [workspace.id] });
    },
  });
  // The finished link replaces the form in the browser history, so that going back does not open the form again.
  const submit = () =>
    creation.mutate(undefined, {
      onSuccess: (campaign) => void navigate({ to: '/set-up', search: { campaign }, replace: true }),
    });
  // Attempts that an earlier form on this page started also count as pending, because two simultaneous attempts would
  // share records.
  return { creation, submit, isPending: useIsMutating({ mutationKey }) > 0 };
}

const stepNames: Record<Step, string> = {
  network: 'affiliate network',
  source: 'traffic source',
  offer: 'offer',
  landing: 'landing page',
  rotator: 'rotator',
};

function CreatedRecords({ records }: { records: Draft['made'] }): ReactNode {
  const done = steps.filter((step) => records.some((record) => record.step === step));
  if (done.length === 0) return null;
  return (
    <Alert
      variant="light"
      color="gray"
      title={`Already created: ${done.map((step) => stepNames[step]).join(', ')}`}
    >
      Your input is saved. Try again to continue; nothing is created twice.
    </Alert>
  );
}

const fieldsByPath: Record<string, DraftField> = {
  'network.name': 'network',
  'source.name': 'sourceName',
  'source.clickIdParam': 'sourceParam',
  'source.clickIdMacro': 'sourceMacro',
  'source.postbackUrl': 'own',
  'offer.url': 'offerUrl',
  'offer.payout.amount': 'payout',
  'landing.url': 'landingUrl',
};

/** Returns the server's validation errors by form field. Returns no errors if any error has no field in this form. */
function rejectedFields(error: unknown): FieldIssues {
  if (!(error instanceof StepError)) return {};
  const issues = Object.entries(describeError(error.cause).fields).map(
    ([path, message]) => [fieldsByPath[`${error.step}.${path}`], message] as const,
  );
  return issues.some(([field]) => field === undefined) ? {} : Object.fromEntries(issues);
}
