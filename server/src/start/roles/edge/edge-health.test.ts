import { expect, it } from 'vitest';
import { edgeReadiness } from './edge-health.ts';

it('says once when a part is not well, and once when it is again', () => {
  const changes: [string, string | undefined][] = [];
  let trouble: string | undefined;
  const readiness = edgeReadiness({ spool: () => trouble, geo: () => undefined }, (name, message) =>
    changes.push([name, message]),
  );
  expect(readiness().status).toBe('ready');
  trouble = 'the disk is full';
  expect(readiness()).toMatchObject({
    status: 'degraded',
    checks: [
      { name: 'spool', ok: false, essential: false, message: 'the disk is full' },
      { name: 'geo', ok: true },
    ],
  });
  readiness();
  trouble = undefined;
  expect(readiness().status).toBe('ready');
  expect(changes).toEqual([
    ['spool', 'the disk is full'],
    ['spool', undefined],
  ]);
});

it('keeps since when a part is as it is', () => {
  const readiness = edgeReadiness({ spool: () => 'the disk is full' }, () => undefined);
  const [first] = readiness().checks;
  expect(readiness().checks[0]?.since).toBe(first?.since);
});
