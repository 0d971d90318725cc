import { describe, expect, it } from 'vitest';
import { describePublication } from './describe-publication.ts';

const campaign = { version: 4, status: 'active' } as const;
const published = { waiting: false, version: 4, failure: null, edges: { live: 2, serving: 2 } };

describe('describePublication', () => {
  it.each([
    [published, 'live', 'Live (v4) on 2 edges'],
    [{ ...published, edges: { live: 1, serving: 1 } }, 'live', 'Live (v4)'],
    [{ ...published, waiting: true }, 'publishing', 'Publishing v4…'],
    [{ ...published, version: 3 }, 'publishing', 'Publishing v4…'],
    [{ ...published, version: null }, 'publishing', 'Publishing v4…'],
    [{ ...published, edges: { live: 2, serving: 1 } }, 'publishing', 'v4 is live on 1 of 2 edges'],
    [
      { ...published, edges: { live: 0, serving: 0 } },
      'offline',
      'No edge is running. Campaign links don’t work until one starts.',
    ],
    [
      { ...published, version: 3, failure: 'the rotator has no path' },
      'failed',
      'v4 not published: the rotator has no path. v3 remains live.',
    ],
  ])('describes %j as %s', (publication, state, text) => {
    expect(describePublication(campaign, publication)).toEqual({ state, text });
  });

  it('says that visitors of a paused campaign go to the fallback URL', () => {
    expect(describePublication({ version: 4, status: 'paused' }, published).text).toContain(
      'Visitors go to the fallback URL',
    );
  });

  it('describes an archived campaign as not live', () => {
    expect(
      describePublication({ version: 5, status: 'archived' }, { ...published, version: null }),
    ).toMatchObject({ state: 'archived', text: 'Not live' });
  });
});
