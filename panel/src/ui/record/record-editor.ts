import { useQueryClient } from '@tanstack/react-query';
import { capitalize } from '@waypost/contract/values/capitalize.ts';
import { useState, type ReactNode } from 'react';
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
  {
    record,
    beginning: given,
    draft,
    onMade,
  }: {
    record: Row | undefined;
    // Values of a new record before anything is typed.
    beginning?: (() => Values) | undefined;
    // Name of the draft of a new record.
    draft?: string;
    onMade?: (made: Row) => void;
  },
): RecordForm<Values> {
  const { kind, formSchema } = editor;
  const { me, api, may } = useWorkspace();
  const key = useKindKey(kind.thing);
  const show = useShowRecord(kind);
  // The idempotency keys are kept while the form is open, so that saving again after a lost response does not create a
  // second record.
  const [keys] = useState<RequestKeys>({});
  const [beginning] = useState(() => given?.());
  return useRecordForm<Values, Row & { warnings?: Warning[] }>({
    formSchema,
    draftKey: ['draft', me.id, ...key, record?.id ?? draft ?? 'new'].join('/'),
    record,
    beginning,
    isReadOnly:
      record === undefined ? !may(kind.mayAdd) : !may(kind.mayChange) || record.status === 'archived',
    save: (body, query) =>
      record === undefined
        ? editor.create(api, body, { query, idempotencyKey: keyFor(keys, JSON.stringify([body, query])) })
        : editor.update(api, record.id, body, { query }),
    onStale: show,
    onSaved: (saved) => {
      show(saved);
      showDone(`${capitalize(kind.one)} saved.`, undefined);
      if (record === undefined) onMade?.(saved);
    },
  });
}
