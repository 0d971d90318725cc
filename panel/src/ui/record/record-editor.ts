import { useQueryClient } from '@tanstack/react-query';
import { capitalize } from '@waypost/contract/values/capitalize.ts';
import { useMemo, useState, type ReactNode } from 'react';
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
import { createWithTags, withTags, type WithTags } from '../../lib/records/with-tags.ts';
import { taggedType } from '../../lib/records/change-tags.ts';
import { showDone } from './undo.tsx';
import type { VersionsRequest } from './versioned-record.ts';

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

// Returns a function that shows a written record on its page and refetches its list and versions.
export function useShowRecord<Row extends SomeRecord>({ thing }: RecordKind<Row>): (written: Row) => void {
  const queries = useQueryClient();
  const key = useKindKey(thing);
  return (written) => {
    queries.setQueryData([...key, written.id], written);
    for (const part of ['list', 'options', 'names', 'named'])
      void queries.invalidateQueries({ queryKey: [...key, part] });
    void queries.invalidateQueries({ queryKey: [...key, written.id, 'versions'] });
  };
}

export function useEditorForm<Values extends object & { name: string }, Row extends SomeRecord>(
  editor: RecordEditor<Values, Row>,
  record: Row,
): RecordForm<Values> {
  const { kind, formSchema } = editor;
  const { me, api, may } = useWorkspace();
  const key = useKindKey(kind.thing);
  const show = useShowRecord(kind);
  return useRecordForm<Values, Row & { warnings?: Warning[] }>({
    formSchema,
    draftKey: ['draft', me.id, ...key, record.id].join('/'),
    record,
    isReadOnly: !may(kind.mayChange) || record.status === 'archived',
    save: (body, query) => editor.update(api, record.id, body, { query }),
    onStale: show,
    onSaved: (saved) => {
      show(saved);
      showDone(`${capitalize(kind.one)} saved.`, undefined);
    },
  });
}

type Creation<Values, Row> = {
  // Values before anything is typed.
  beginning: (() => Partial<WithTags<Values>>) | undefined;
  // Name of the draft.
  draft: string;
  onMade: (made: Row) => void;
};

export function useNewRecordForm<Values extends object & { name: string }, Row extends SomeRecord>(
  { kind, formSchema, create }: RecordEditor<Values, Row>,
  { beginning: given, draft, onMade }: Creation<Values, Row>,
): RecordForm<WithTags<Values>> {
  const { me, api, may } = useWorkspace();
  const key = useKindKey(kind.thing);
  const show = useShowRecord(kind);
  // The idempotency keys are kept while the form is open, so that saving again after a lost response does not create a
  // second record.
  const [keys] = useState<RequestKeys>({});
  const tagged = useMemo(() => withTags(formSchema), [formSchema]);
  const [beginning] = useState(() => ({ ...tagged.empty, ...given?.() }));
  const type = taggedType(kind.thing);
  return useRecordForm<WithTags<Values>, Row & { warnings?: Warning[] }>({
    formSchema: tagged,
    draftKey: ['draft', me.id, ...key, draft].join('/'),
    record: undefined,
    beginning,
    isReadOnly: !may(kind.mayAdd),
    save: (values, query) => {
      const send = (body: Body) =>
        create(api, body, { query, idempotencyKey: keyFor(keys, JSON.stringify([body, query])) });
      return createWithTags(api, type, values, send);
    },
    onSaved: (saved) => {
      show(saved);
      showDone(`${capitalize(kind.one)} saved.`, undefined);
      onMade(saved);
    },
  });
}
