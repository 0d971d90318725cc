import { Badge, Box, Skeleton, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { capitalize } from '@waypost/contract/values/capitalize.ts';
import type { ComponentType, ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import type { NamedRecordType } from '../../lib/records/named-records.ts';
import { useKindKey, type SomeRecord } from '../../lib/records/record-kind.ts';
import { ErrorNote } from '../error-note.tsx';
import { Section } from '../section.tsx';
import { Timestamp } from '../timestamp.tsx';
import { BlockedNote } from './blocked-note.tsx';
import { NewRecordFrame } from './new-record-frame.tsx';
import { NewerNote } from './newer-note.tsx';
import { RecordActions } from './record-actions.tsx';
import { useEditorForm, useNewRecordForm, useShowRecord, type RecordEditor } from './record-editor.ts';
import { RecordFormFrame } from './record-form.tsx';
import { RecordFrame, RecordTabs } from './record-frame.tsx';
import { RecordMeta, useTagsOf } from './record-tags.tsx';
import { TagsField } from './tags-field.tsx';
import { useUndoableLifecycle } from './use-undoable-lifecycle.ts';
import { VersionsSection } from './versions-section.tsx';
import { withoutTags } from '../../lib/records/with-tags.ts';

type EditorProps<Values extends object & { name: string }, Row extends SomeRecord> = {
  editor: RecordEditor<Values, Row>;
};

export function RecordPage<Values extends object & { name: string }, Row extends SomeRecord>({
  editor,
  Overview,
}: EditorProps<Values, Row> & { Overview: ComponentType<{ record: Row }> }): ReactNode {
  const { kind } = editor;
  const { id = '' } = useParams({ strict: false });
  const { api } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: [...useKindKey(kind.thing), id],
    queryFn: ({ signal }) => editor.get(api, id, { signal }),
  });
  const lifecycle = useUndoableLifecycle(kind);
  return (
    <RecordFrame
      title={data?.name ?? capitalize(kind.one)}
      actions={data === undefined ? null : <RecordActions kind={kind} record={data} lifecycle={lifecycle} />}
      error={error}
      retry={() => void refetch()}
    >
      {data === undefined ? undefined : (
        <>
          {lifecycle.error === null ? null : <BlockedNote error={lifecycle.error} close={lifecycle.reset} />}
          <Opened key={data.id} editor={editor} record={data} overview={<Overview record={data} />} />
        </>
      )}
    </RecordFrame>
  );
}

type OpenedProps<Values extends object & { name: string }, Row extends SomeRecord> = EditorProps<
  Values,
  Row
> & { record: Row };

function Opened<Values extends object & { name: string }, Row extends SomeRecord>({
  editor,
  record,
  overview,
}: OpenedProps<Values, Row> & { overview: ReactNode }): ReactNode {
  const { kind, versions } = editor;
  const { api, may } = useWorkspace();
  const queries = useQueryClient();
  const key = useKindKey(kind.thing);
  const isArchived = record.status === 'archived';
  return (
    <>
      <RecordMeta kind={kind} record={record}>
        {isArchived ? <Badge color="gray">Archived</Badge> : null}
        <Text size="xs" c="dimmed">
          Created <Timestamp at={record.createdAt} />.
          {isArchived && may(kind.mayChange) ? ' Restore it to edit.' : null}
          {may(kind.mayChange) ? null : ' Read-only.'}
        </Text>
      </RecordMeta>
      <NewerNote
        thing={kind.thing}
        record={record}
        list={(asked) => versions.list(api, record.id, asked)}
        take={() => void queries.invalidateQueries({ queryKey: [...key, record.id] })}
      />
      <RecordTabs
        tabs={[
          { id: 'overview', label: 'Overview', content: overview },
          { id: 'settings', label: 'Settings', content: <Settings editor={editor} record={record} /> },
          { id: 'versions', label: 'Versions', content: <Versions editor={editor} record={record} /> },
        ]}
      />
    </>
  );
}

function Settings<Values extends object & { name: string }, Row extends SomeRecord>({
  editor,
  record,
}: OpenedProps<Values, Row>): ReactNode {
  const form = useEditorForm(editor, record);
  return (
    <Box maw={760}>
      <Section title="Settings">
        <RecordFormFrame form={form} references={editor.references}>
          {editor.fields(form, record)}
        </RecordFormFrame>
      </Section>
    </Box>
  );
}

const none: readonly NamedRecordType[] = [];

function Versions<Values extends object & { name: string }, Row extends SomeRecord>({
  editor: { kind, versions, references },
  record,
}: OpenedProps<Values, Row>): ReactNode {
  const { api, may } = useWorkspace();
  const queries = useQueryClient();
  const key = useKindKey(kind.thing);
  const show = useShowRecord(kind);
  const { id, version: current } = record;
  return (
    <VersionsSection<Row>
      of={{
        thing: kind.thing,
        record,
        references: references ?? none,
        list: (asked) => versions.list(api, id, asked),
        get: (version, asked) => versions.get(api, id, version, asked),
        putBack: may(kind.mayChange)
          ? (version) => versions.putBack(api, id, version, { version: current })
          : undefined,
        onPutBack: (answer) => {
          const { changed: _, ...written } = answer;
          show(written as unknown as Row);
          // The record is refetched, because the response does not include warnings.
          void queries.invalidateQueries({ queryKey: [...key, id], exact: true });
        },
      }}
    />
  );
}

// Shows the form for a new record. The search parameter `copy` fills it from another record.
export function NewRecordPage<Values extends object & { name: string }, Row extends SomeRecord>({
  editor,
}: EditorProps<Values, Row>): ReactNode {
  const { kind } = editor;
  const { copy }: { copy?: string } = useSearch({ strict: false });
  const { api } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: [...useKindKey(kind.thing), copy],
    queryFn: ({ signal }) => editor.get(api, copy ?? '', { signal }),
    enabled: copy !== undefined,
  });
  const tags = useTagsOf(kind, data);
  return (
    <NewRecordFrame title={`New ${kind.one}`}>
      {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
      {copy === undefined || (data !== undefined && tags !== undefined) ? (
        <NewRecordForm key={copy ?? ''} editor={editor} original={data} tags={tags ?? []} />
      ) : error === null ? (
        <Skeleton h={320} aria-label="Loading" />
      ) : null}
    </NewRecordFrame>
  );
}

function NewRecordForm<Values extends object & { name: string }, Row extends SomeRecord>({
  editor,
  original,
  tags,
}: EditorProps<Values, Row> & { original: Row | undefined; tags: readonly string[] }): ReactNode {
  const navigate = useNavigate();
  const form = useNewRecordForm(editor, {
    beginning: original === undefined ? undefined : () => ({ ...copyOf(editor, original), tags: [...tags] }),
    draft: `new ${original?.id ?? ''}`,
    onMade: ({ id }) => void navigate({ to: `/${editor.kind.thing}/${id}`, search: {}, replace: true }),
  });
  return (
    <RecordFormFrame form={form} references={editor.references}>
      {editor.fields(withoutTags(form), undefined)}
      <TagsField form={form} thing={editor.kind.thing} />
    </RecordFormFrame>
  );
}

function copyOf<Values extends object & { name: string }, Row extends SomeRecord>(
  { formSchema, ofCopy }: RecordEditor<Values, Row>,
  original: Row,
): Values {
  const values = formSchema.read(original);
  const named = { ...values, name: `${values.name} (copy)` };
  return ofCopy === undefined ? named : ofCopy(named);
}
