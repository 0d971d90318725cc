import { Alert, SegmentedControl, Select, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import type { EventTrial, InboxEntry } from '../../../lib/api.ts';
import { useWorkspace } from '../../../lib/current-workspace.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { SideDrawer } from '../../../ui/rules/side-drawer.tsx';
import { campaignKey } from '../campaign-queries.ts';
import { IncomingPostbackTestResult } from './incoming-postback-test-result.tsx';

type Asked = { by: 'typed' | 'inbox'; url: string; body: string; inboxId: string };
type DraftRules = NonNullable<EventTrial['draft']>['rules'];

/** Beside the editor: what would become of an event by the rules as they stand there, saved or not. Nothing is written. */
export function IncomingPostbackTestDrawer({
  campaignId,
  rules,
  isOpen,
  close,
}: {
  campaignId: string;
  /** Undefined while they have a mistake. */
  rules: DraftRules | undefined;
  isOpen: boolean;
  close: () => void;
}): ReactNode {
  const { workspace, api } = useWorkspace();
  const [asked, setAsked] = useState<Asked>({ by: 'typed', url: '', body: '', inboxId: '' });
  const wanted = useMemo(() => bodyOf(campaignId, rules, asked), [campaignId, rules, asked]);
  const [body] = useDebouncedValue(wanted, 300);
  const { data, error } = useQuery({
    queryKey: campaignKey(workspace.id, campaignId, 'try', body),
    queryFn: ({ signal }) => api.tryEvent(body ?? {}, { signal }),
    enabled: isOpen && body !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <SideDrawer
      title="Try an event"
      lead="By the rules as they stand here, saved or not. Nothing is written, and nobody is called."
      isOpen={isOpen}
      close={close}
    >
      <SegmentedControl
        aria-label="Which event"
        data={[
          { value: 'typed', label: 'Typed or pasted' },
          { value: 'inbox', label: 'From the inbox' },
        ]}
        value={asked.by}
        onChange={(by) => setAsked({ ...asked, by })}
      />
      {asked.by === 'typed' ? (
        <Typed asked={asked} onChange={setAsked} />
      ) : (
        <CameIn campaignId={campaignId} asked={asked} onChange={setAsked} />
      )}
      <div role="region" aria-label="What would happen">
        {rules === undefined ? (
          <Alert variant="default">The rules have a mistake. Mend it, and they are tried at once.</Alert>
        ) : body === undefined ? null : error !== null ? (
          <ErrorNote error={error} />
        ) : data === undefined ? null : (
          <IncomingPostbackTestResult result={data} />
        )}
      </div>
    </SideDrawer>
  );
}

/** Undefined while there is nothing to ask. */
function bodyOf(
  campaignId: string,
  rules: DraftRules | undefined,
  { by, url, body, inboxId }: Asked,
): EventTrial | undefined {
  if (rules === undefined) return undefined;
  const draft = { campaignId, rules };
  if (by === 'inbox') return inboxId === '' ? undefined : { inboxId, draft };
  if (url.trim() === '' && body.trim() === '') return undefined;
  const typed = url.trim() === '' ? '?' : url.trim();
  return { url: typed, campaignId, draft, ...(body.trim() === '' ? {} : { body }) };
}

type AskedProps = { asked: Asked; onChange: (asked: Asked) => void };

function Typed({ asked, onChange }: AskedProps): ReactNode {
  const text = (name: 'url' | 'body', label: string, placeholder: string) => (
    <Textarea
      label={label}
      placeholder={placeholder}
      autosize
      minRows={2}
      maxRows={8}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      value={asked[name]}
      onChange={({ currentTarget }) => onChange({ ...asked, [name]: currentTarget.value })}
    />
  );
  return (
    <>
      {text('url', 'URL or parameters', 'cid=…&event=sale&payout=12.50&txid=A-1009')}
      {text('body', 'Body, where it is a POST', 'A form or JSON')}
    </>
  );
}

function CameIn({ campaignId, asked, onChange }: AskedProps & { campaignId: string }): ReactNode {
  const { workspace, api } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: campaignKey(workspace.id, campaignId, 'inbox'),
    queryFn: ({ signal }) => api.listInbox({ query: { campaignId, limit: 100 }, signal }),
  });
  if (error !== null) return <ErrorNote error={error} retry={() => void refetch()} />;
  if (data?.items.length === 0) return <Text size="sm">Nothing has come in for this campaign yet.</Text>;
  return (
    <Select
      label="One of the last hundred that came in"
      placeholder="By any part of it"
      data={(data?.items ?? []).map((entry) => ({ value: entry.id, label: formatEntry(entry) }))}
      value={asked.inboxId === '' ? null : asked.inboxId}
      searchable
      nothingFoundMessage="Nothing like that"
      maxDropdownHeight={320}
      onChange={(inboxId) => onChange({ ...asked, inboxId: inboxId ?? '' })}
    />
  );
}

const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'medium' });

function formatEntry({ receivedAt, verdict, query, body }: InboxEntry): string {
  const said = [query, body].filter((text) => text !== null && text !== '').join(' ');
  return `${exact.format(new Date(receivedAt))}, ${(verdict ?? 'waiting').replaceAll('-', ' ')}: ${said}`;
}
