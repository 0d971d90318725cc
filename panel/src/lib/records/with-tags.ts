import type { TaggedType } from '@waypost/contract/campaigns/tags.ts';
import { tagList } from '@waypost/contract/values/tags.ts';
import type { WaypostPanelClient } from '../../../../client/waypost-panel-client.ts';
import { changeTags, formatTagResults } from './change-tags.ts';
import type { RecordFormSchema } from '../forms/record-form-schema.ts';
import type { RecordForm } from '../forms/use-record-form.ts';

export type WithTags<Values> = Values & { tags: string[] };

/** Adds tags to the form for a new record. */
export function withTags<Values extends object, Row>(
  formSchema: RecordFormSchema<Values, Row>,
): RecordFormSchema<WithTags<Values>, Row & { tags?: string[] | undefined }> {
  const { labels, empty, read, write, format, schema } = formSchema;
  return {
    labels: { ...labels, tags: 'Tags' },
    empty: { ...empty, tags: [] },
    read: (record) => ({ ...read(record), tags: record.tags ?? [] }),
    write: (values) => ({ ...write(values), tags: values.tags }),
    schema: schema.extend({ tags: tagList }),
    ...(format === undefined
      ? {}
      : {
          format: (name, value, names) => (name === 'tags' ? undefined : format(name, value, names)),
        }),
  };
}

/** Returns the form for the fields of the record itself. A new record has no conflicts, which would contain the tags. */
export function withoutTags<Values extends object>(form: RecordForm<WithTags<Values>>): RecordForm<Values> {
  return form as unknown as RecordForm<Values>;
}

type Created = { id: string; version: number };

/**
 * Creates a record, then sets its tags, because records are created as in the public API, which has no tags. Both
 * requests can be repeated after an error.
 */
export async function createWithTags<Row extends Created>(
  api: Pick<WaypostPanelClient, 'changeTags'>,
  type: TaggedType | undefined,
  { tags, ...body }: Record<string, unknown>,
  create: (body: Record<string, unknown>) => Promise<Row>,
): Promise<Row & { tags: string[] }> {
  const created = await create(body);
  const add = tags as string[];
  if (type === undefined || add.length === 0) return { ...created, tags: [] };
  const results = await changeTags(api, type, [{ records: [created], add, remove: [] }]);
  const [result] = results;
  if (result === undefined || result.problem !== null) throw new Error(formatTagResults(results));
  return { ...created, version: result.version ?? created.version, tags: result.tags };
}
