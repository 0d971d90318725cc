import { Alert, SegmentedControl, Select, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { SideDrawer } from '../../../ui/rules/side-drawer.tsx';
import { campaignKey } from '../campaign-queries.ts';
import {
  buildTrial,
  formatInboxEntry,
  type DraftRules,
  type IncomingPostbackInput,
} from './incoming-postback-test.ts';
import { IncomingPostbackTestResult } from './incoming-postback-test-result.tsx';

/** Tests a postback against the rules in the editor, even if the rules are not saved. The test records nothing. */
export function IncomingPostbackTestDrawer({
  campaignId,
  rules,
  isOpen,
  close,
}: {
  campaignId: string;
  /** Undefined while the rules are invalid. */
  rules: DraftRules | undefined;
  isOpen: boolean;
  close: () => void;
}): ReactNode {
  const { workspace, api } = useWorkspace();
  const [input, setInput] = useState<IncomingPostbackInput>({ by: 'typed', url: '', body: '', inboxId: '' });
  const request = useMemo(() => buildTrial(campaignId, rules, input), [campaignId, rules, input]);
  const [body] = useDebouncedValue(request, 300);
  const { data, error } = useQuery({
    queryKey: campaignKey(workspace.id, campaignId, 'try', body),
    queryFn: ({ signal }) => api.tryEvent(body ?? {}, { signal }),
    enabled: isOpen && body !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <SideDrawer
      title="Test incoming postback"
      lead="Uses the rules in this editor, saved or not. Nothing is recorded and no postbacks are sent."
      isOpen={isOpen}
      close={close}
    >
      <SegmentedControl
        aria-label="Postback"
        data={[
          { value: 'typed', label: 'Enter URL' },
          { value: 'inbox', label: 'Recent' },
        ]}
        value={input.by}
        onChange={(by) => setInput({ ...input, by })}
      />
      {input.by === 'typed' ? (
        <Typed input={input} onChange={setInput} />
      ) : (
        <FromInbox campaignId={campaignId} input={input} onChange={setInput} />
      )}
      <div role="region" aria-label="Result">
        {rules === undefined ? (
          <Alert variant="default">The rules contain an error. Fix it to run the test.</Alert>
        ) : body === undefined ? null : error !== null ? (
          <ErrorNote error={error} />
        ) : data === undefined ? null : (
          <IncomingPostbackTestResult result={data} />
        )}
      </div>
    </SideDrawer>
  );
}

type InputProps = { input: IncomingPostbackInput; onChange: (input: IncomingPostbackInput) => void };

function Typed({ input, onChange }: InputProps): ReactNode {
  const text = (name: 'url' | 'body', label: string, placeholder: string) => (
    <Textarea
      label={label}
      placeholder={placeholder}
      autosize
      minRows={2}
      maxRows={8}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      value={input[name]}
      onChange={({ currentTarget }) => onChange({ ...input, [name]: currentTarget.value })}
    />
  );
  return (
    <>
      {text('url', 'URL or parameters', 'cid=…&event=sale&payout=12.50&txid=A-1009')}
      {text('body', 'Body (POST only)', 'Form data or JSON')}
    </>
  );
}

function FromInbox({ campaignId, input, onChange }: InputProps & { campaignId: string }): ReactNode {
  const { workspace, api } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: campaignKey(workspace.id, campaignId, 'inbox'),
    queryFn: ({ signal }) => api.listInbox({ query: { campaignId, limit: 100 }, signal }),
  });
  if (error !== null) return <ErrorNote error={error} retry={() => void refetch()} />;
  if (data?.items.length === 0) return <Text size="sm">This campaign has no incoming postbacks yet.</Text>;
  return (
    <Select
      label="Recent postbacks"
      placeholder="Search the last 100 postbacks"
      data={(data?.items ?? []).map((entry) => ({ value: entry.id, label: formatInboxEntry(entry) }))}
      value={input.inboxId === '' ? null : input.inboxId}
      searchable
      nothingFoundMessage="No matches"
      maxDropdownHeight={320}
      onChange={(inboxId) => onChange({ ...input, inboxId: inboxId ?? '' })}
    />
  );
}
