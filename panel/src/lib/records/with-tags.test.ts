import { newLanding } from '@waypost/contract/campaigns/landings.ts';
import { describe, expect, it } from 'vitest';
import type { TagChange, TagResults } from '../../../../client/waypost-panel-client.ts';
import type { RecordFormSchema } from '../forms/record-form-schema.ts';
import { createWithTags, withTags } from './with-tags.ts';

type Values = { name: string; url: string };
const pages: RecordFormSchema<Values, Values> = {
  labels: { name: 'Name', url: 'URL' },
  empty: { name: '', url: '' },
  read: ({ name, url }) => ({ name, url }),
  write: ({ name, url }) => ({ name, url }),
  schema: newLanding,
};
const page = { name: 'Quiz', url: 'https://lp.example' };

describe('withTags', () => {
  const { empty, labels, read, write, schema } = withTags(pages);

  it('adds tags to the values, the labels and the body', () => {
    expect([empty.tags, labels.tags, read(page).tags]).toEqual([[], 'Tags', []]);
    expect(schema.parse(write({ ...page, tags: ['spring'] }))).toEqual({ ...page, tags: ['spring'] });
  });

  it('rejects the same tag twice, at the tag', () => {
    const { error } = schema.safeParse(write({ ...page, tags: ['spring', 'Spring'] }));
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['tags.1']);
  });
});

describe('createWithTags', () => {
  const created = { id: 'a', version: 1 };
  const run = async (tags: string[], problem: TagResults['results'][number]['problem'] = null) => {
    const sent: unknown[] = [];
    const result = { id: 'a', name: 'Quiz', version: 2, before: [], tags, problem };
    const api = {
      changeTags: (change: TagChange) => {
        sent.push(change);
        return Promise.resolve({ results: [result] });
      },
    };
    const record = await createWithTags(api, 'landing', { ...page, tags }, (body) => {
      sent.push(body);
      return Promise.resolve(created);
    });
    return { sent, record };
  };

  it('creates the record without its tags, then adds them and returns the new version', async () => {
    const { sent, record } = await run(['spring']);
    expect(sent).toEqual([page, { type: 'landing', records: [created], add: ['spring'], remove: [] }]);
    expect(record).toEqual({ id: 'a', version: 2, tags: ['spring'] });
  });

  it('sends nothing more for a record without tags', async () => {
    expect(await run([])).toEqual({ sent: [page], record: { ...created, tags: [] } });
  });

  it('fails with the reason if the tags could not be set', async () => {
    await expect(run(['spring'], 'stale')).rejects.toThrow('Quiz was changed in another session.');
  });
});
