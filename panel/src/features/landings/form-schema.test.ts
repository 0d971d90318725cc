import { describe, expect, it } from 'vitest';
import type { ListedLanding } from '../../lib/api/api.ts';
import { landingFormSchema } from './form-schema.ts';

const { read, write, schema, empty } = landingFormSchema;
const landing: ListedLanding = {
  id: '0198c5a2-7b1e-7c3d-9e4f-000000000001',
  name: 'Quiz',
  url: 'https://lp.example/quiz?c={clickid}',
  country: 'DE',
  status: 'active',
  version: 2,
  createdAt: '2026-11-16T10:00:00.000Z',
};

describe('landingFormSchema', () => {
  it.each(['DE', null])('writes a landing page with country %s back unchanged', (country) => {
    const { name, url } = landing;
    expect(schema.parse(write(read({ ...landing, country })))).toEqual({ name, url, country });
  });

  it('rejects an empty form with errors at the name and the URL', () => {
    const paths = schema.safeParse(write(empty)).error?.issues.map(({ path }) => path.join('.'));
    expect(new Set(paths)).toEqual(new Set(['name', 'url']));
  });
});
