import { Skeleton, Stack, Text } from '@mantine/core';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { describeError } from '../../lib/api/describe-error.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { keyFor } from '../../lib/api/request-keys.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Form } from '../../ui/form.tsx';
import { AskAdmin } from './ask-admin.tsx';
import { buildSetUp } from './build-set-up.ts';
import { checkDraft } from './check-draft.ts';
import { draftErrorAt, rejectedFields } from './draft-errors.ts';
import { DestinationSection } from './destination-section.tsx';
import { useDraft, type LinkDraft, type DraftField } from './draft.ts';
import { OfferSection } from './offer-section.tsx';
import { SourceSection } from './source-section.tsx';
import { useChoices, type LinkChoices } from './use-choices.ts';

export function SetUp(): ReactNode {
  const { may } = useWorkspace();
  const { data: choices, error, refetch } = useChoices();
  if (!may('campaigns.write')) return <AskAdmin />;
  if (choices !== undefined) return <SetUpForm choices={choices} />;
  return error === null ? (
    <Skeleton h={280} maw={760} />
  ) : (
    <ErrorNote error={error} retry={() => void refetch()} />
  );
}

function SetUpForm({ choices }: { choices: LinkChoices }): ReactNode {
  const { draft, change, clear } = useDraft();
  const [isSent, setIsSent] = useState(false);
  const { creation, isPending, submit } = useCreateLink(draft, { change, clear });
  const errors = checkDraft(draft, choices);
  const rejected = rejectedFields(describeError(creation.error).fields);
  const problem = (field: DraftField) => draftErrorAt(field, draft, { errors, rejected, isSent });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsSent(true);
    if (Object.keys(errors).length === 0 && !isPending) submit();
  };
  const parts = { draft, change, choices, problem };
  const hasFieldErrors = Object.keys(rejected).length > 0;
  return (
    <Stack gap="md" maw={760}>
      <Text c="dimmed">
        Select a traffic source and an offer. You get a campaign link for your ads and a postback URL for the
        affiliate network, and can test both.
      </Text>
      <Form
        form={{ onSubmit, isPending, error: hasFieldErrors ? null : creation.error }}
        submit="Create campaign link"
      >
        <Stack gap="md">
          <SourceSection {...parts} />
          <OfferSection {...parts} />
          <DestinationSection {...parts} />
        </Stack>
      </Form>
    </Stack>
  );
}

type DraftActions = { change: (changed: Partial<LinkDraft>) => void; clear: () => void };

/** Creates the campaign with all of its records. A retry with the same input returns the same campaign. */
function useCreateLink(draft: LinkDraft, { change, clear }: DraftActions) {
  const { workspace, api } = useWorkspace();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const mutationKey = [workspace.id, 'set up a link'];
  const creation = useMutation({
    mutationKey,
    mutationFn: async () => {
      const body = buildSetUp(draft);
      const keys = { ...draft.keys };
      const idempotencyKey = keyFor(keys, JSON.stringify(body));
      change({ keys });
      return await api.setUpCampaign(body, { idempotencyKey });
    },
    // Runs even if the form was closed during the request, so that the next link starts with an empty form.
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
      onSuccess: ({ id }) => void navigate({ to: '/set-up', search: { campaign: id }, replace: true }),
    });
  // Attempts that were started from an earlier form on this page also count as pending, because a second attempt would
  // create another campaign or be rejected.
  return { creation, submit, isPending: useIsMutating({ mutationKey }) > 0 };
}
