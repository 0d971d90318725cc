import { Badge, Box, Button, Drawer, Group, Skeleton, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { capitalize } from '@waypost/contract/values/capitalize.ts';
import type {
  RecordVersionDetail,
  RecordVersionPage,
  WaypostPanelClient,
  Warning,
} from '../../lib/api/api.ts';
import { keyFor, type RequestKeys } from '../../lib/api/request-keys.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import type { NamedRecordType } from '../../lib/records/named-records.ts';
import { useKindKey, type RecordKind, type SomeRecord } from '../../lib/records/record-kind.ts';
import type { RecordFormSchema } from '../../lib/forms/record-form-schema.ts';
import { useRecordForm, type RecordForm } from '../../lib/forms/use-record-form.ts';
import { ErrorNote } from '../error-note.tsx';
import { useDocumentTitle } from '../page.tsx';
import { useLayer } from '../use-layer.ts';
import { NewerNote } from './newer-note.tsx';
import { RecordActions } from './record-actions.tsx';
import { RecordFormFrame } from './record-form.tsx';
import { showDone } from './undo.tsx';
import type { VersionsRequest } from './versioned-record.ts';
import { VersionsSection } from './versions-section.tsx';

type Body = Record<string, unknown>;
type SaveOptions = { query: { acceptUnknownMacros?: '1' }; idempotencyKey?: string };

export type RecordEditor<Values extends object & { name: string }, Row extends SomeRecord> = {
  kind: RecordKind<Row>;
  formSchema: RecordFormSchema<Values, Row>;
  get: (api: WaypostPanelClient, id: string, options: { signal: AbortSignal }) => Promise<Row>;
  create: (api: WaypostPanelClient, body: Body, options: SaveOptions) => Promise<Row>;
  update: (api: WaypostPanelClient, id: string, body: Body, options: SaveOptions) => Promise<Row>;
  versions: {
    list: (api: WaypostPanelClient, id: string, asked: VersionsRequest) => Promise<RecordVersionPage>;
    get: (
      api: WaypostPanelClient,
      id: string,
      version: number,
      asked: { signal: AbortSignal },
    ) => Promise<RecordVersionDetail>;
    putBack: (
      api: WaypostPanelClient,
      id: string,
      version: number,
      body: { version: number },
    ) => Promise<Row & { changed: boolean }>;
  };
  references?: readonly NamedRecordType[];
  ofCopy?: (values: Values) => Values;
  fields: (form: RecordForm<Values>, record: Row | undefined) => ReactNode;
};

/**
 * Shows a record in a drawer over the list. The ID `new` opens an empty form, and `copy` fills the form from another
 * record.
 */
export function RecordDrawer<Values extends object & { name: string }, Row extends SomeRecord>({
  editor,
}: {
  editor: RecordEditor<Values, Row>;
}): ReactNode {
  const { kind } = editor;
  const { id = 'new' } = useParams({ strict: false });
  const { copy } = useSearch({ strict: false });
  const { api } = useWorkspace();
  const navigate = useNavigate();
  const key = useKindKey(kind.thing);
  const isNew = id === 'new';
  const readId = isNew ? copy : id;
  const { data, error, refetch } = useQuery({
    queryKey: [...key, readId],
    queryFn: ({ signal }) => editor.get(api, readId ?? '', { signal }),
    enabled: readId !== undefined,
  });
  const title = isNew ? `New ${kind.one}` : (data?.name ?? kind.one);
  useDocumentTitle(title);
  const go = (path: string) =>
    void navigate({ to: path, search: (before) => omitCopy(before), replace: isNew });
  return (
    <Drawer
      opened
      onClose={useLayer(true, () => go(`/${kind.thing}`))}
      position="right"
      size={760}
      // The drawer opens without animation, because some parts measure themselves when rendered.
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      title={
        <Group gap="sm" fw={600} fz="lg">
          {title}
          {data?.status === 'archived' && !isNew ? <Badge color="gray">Archived</Badge> : null}
        </Group>
      }
    >
      {error !== null && data === undefined ? (
        <ErrorNote error={error} retry={() => void refetch()} />
      ) : data === undefined && readId !== undefined ? (
        <Stack aria-label="Loading">
          <Skeleton h={36} />
          <Skeleton h={36} />
          <Skeleton h={120} />
        </Stack>
      ) : (
        <Editing
          key={`${id} ${copy}`}
          editor={editor}
          record={isNew ? undefined : data}
          original={isNew ? data : undefined}
          onMade={(saved) => go(`/${kind.thing}/${saved.id}`)}
        />
      )}
    </Drawer>
  );
}

/** Removes `copy` from the search parameters, because `copy` applies only to the form that it opened. */
function omitCopy<Search extends { copy?: string }>(search: Search): Omit<Search, 'copy'> {
  const others = { ...search };
  delete others.copy;
  return others;
}

function Editing<Values extends object & { name: string }, Row extends SomeRecord>({
  editor,
  record,
  original,
  onMade,
}: {
  editor: RecordEditor<Values, Row>;
  record: Row | undefined;
  original: Row | undefined;
  onMade: (saved: Row) => void;
}): ReactNode {
  const { kind, formSchema } = editor;
  const { me, api, may } = useWorkspace();
  const queries = useQueryClient();
  const key = useKindKey(kind.thing);
  const [mayAdd, mayChange] = [may(kind.mayAdd), may(kind.mayChange)];
  const show = (written: Row) => {
    queries.setQueryData([...key, written.id], written);
    void queries.invalidateQueries({ queryKey: [...key, 'list'] });
    void queries.invalidateQueries({ queryKey: [...key, written.id, 'versions'] });
  };
  // The idempotency keys are kept while the form is open, so that saving again after a lost response does not create a
  // second record.
  const [keys] = useState<RequestKeys>({});
  const [beginning] = useState(() => (original === undefined ? undefined : copyOf(editor, original)));
  const form = useRecordForm<Values, Row & { warnings?: Warning[] }>({
    formSchema,
    draftKey: ['draft', me.id, ...key, record?.id ?? `new ${original?.id ?? ''}`].join('/'),
    record,
    beginning,
    isReadOnly: record === undefined ? !mayAdd : !mayChange || record.status === 'archived',
    save: (body, query) =>
      record === undefined
        ? editor.create(api, body, { query, idempotencyKey: keyFor(keys, JSON.stringify([body, query])) })
        : editor.update(api, record.id, body, { query }),
    onStale: show,
    onSaved: (saved) => {
      show(saved);
      showDone(`${capitalize(kind.one)} saved.`, undefined);
      if (record === undefined) onMade(saved);
    },
  });
  return (
    <Stack gap="md" style={{ ['--foot-bleed' as string]: '16px' }}>
      {record === undefined ? null : (
        <>
          <RecordActions kind={kind} record={record} mayAdd={mayAdd} mayChange={mayChange} />
          <NewerNote
            thing={kind.thing}
            record={record}
            list={(asked) => editor.versions.list(api, record.id, asked)}
            take={() => void queries.invalidateQueries({ queryKey: [...key, record.id] })}
          />
        </>
      )}
      <RecordFormFrame form={form} references={editor.references}>
        {editor.fields(form, record)}
      </RecordFormFrame>
      {record === undefined ? null : (
        <Versions editor={editor} record={record} onPutBack={show} mayChange={mayChange} />
      )}
    </Stack>
  );
}

const none: readonly NamedRecordType[] = [];

function Versions<Values extends object & { name: string }, Row extends SomeRecord>({
  editor: { kind, versions, references },
  record,
  mayChange,
  onPutBack,
}: {
  editor: RecordEditor<Values, Row>;
  record: Row;
  mayChange: boolean;
  onPutBack: (written: Row) => void;
}): ReactNode {
  const { api } = useWorkspace();
  const queries = useQueryClient();
  const key = useKindKey(kind.thing);
  const [isOpen, setOpen] = useState(false);
  const { id, version: current } = record;
  return (
    <Box component="section" aria-label="Versions">
      <Button variant="default" size="compact-md" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide versions' : `Versions (${current})`}
      </Button>
      {isOpen ? (
        <VersionsSection<Row>
          of={{
            thing: kind.thing,
            record,
            references: references ?? none,
            list: (asked) => versions.list(api, id, asked),
            get: (version, asked) => versions.get(api, id, version, asked),
            putBack: mayChange
              ? (version) => versions.putBack(api, id, version, { version: current })
              : undefined,
            onPutBack: (answer) => {
              const { changed: _, ...written } = answer;
              onPutBack(written as unknown as Row);
              // The record is refetched, because the response does not include warnings.
              void queries.invalidateQueries({ queryKey: [...key, id], exact: true });
            },
          }}
        />
      ) : null}
    </Box>
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
