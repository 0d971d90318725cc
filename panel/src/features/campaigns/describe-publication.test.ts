import { describe, expect, it } from 'vitest';
import { describePublication } from './describe-publication.ts';

const campaign = { version: 4, status: 'active' } as const;
const published = { waiting: false, version: 4, failure: null, edges: { live: 2, serving: 2 } };

describe('the way of a change to the edges', () => {
  it.each([
    [published, 'served', 'Version 4 is served by all 2 edges.'],
    [{ ...published, edges: { live: 1, serving: 1 } }, 'served', 'Version 4 is served by the edge.'],
    [{ ...published, waiting: true }, 'on-its-way', 'Saved as version 4. It is being published.'],
    [{ ...published, version: 3 }, 'on-its-way', 'Saved as version 4. It is being published.'],
    [{ ...published, version: null }, 'on-its-way', 'Saved as version 4. It is being published.'],
    [
      { ...published, edges: { live: 2, serving: 1 } },
      'on-its-way',
      'Version 4 is published. 1 of 2 edges serves it so far.',
    ],
    [
      { ...published, edges: { live: 0, serving: 0 } },
      'nowhere',
      'No edge is running, so nothing is served at the moment.',
    ],
    [
      { ...published, version: 3, failure: 'the rotator has no path' },
      'failed',
      'Saved, but not published: the rotator has no path. Version 3 goes on being served.',
    ],
  ])('%j is %s', (publication, state, text) => {
    expect(describePublication(campaign, publication)).toEqual({ state, text });
  });

  it('says what a pause does, and that an archived campaign is not served', () => {
    expect(describePublication({ version: 4, status: 'paused' }, published).text).toContain(
      'visitors go to the fallback',
    );
    const gone = { ...published, version: null };
    expect(describePublication({ version: 5, status: 'archived' }, gone)).toMatchObject({
      state: 'archived',
    });
  });
});
