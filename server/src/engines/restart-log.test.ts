import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { recordRestart, recordStart, recordStop, readRestarts } from './restart-log.ts';

let path: string;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'waypost-restarts-'));
});
afterEach(() => rmSync(path, { recursive: true, force: true }));

const entries = () =>
  (readRestarts({ path }) ?? []).map(({ process, why, times }) => `${process} ${why} ${times}`);

it('the restart log lists restarts newest first and combines repeated ones', () => {
  expect(readRestarts({ path })).toBeUndefined();
  recordRestart({ path }, 'worker', 'signal SIGKILL', new Date(1));
  recordRestart({ path }, 'postgres', 'exit code 1', new Date(2));
  recordRestart({ path }, 'postgres', 'exit code 1', new Date(3));
  expect(readRestarts({ path })).toEqual([
    { process: 'postgres', why: 'exit code 1', at: new Date(3).toISOString(), times: 2 },
    { process: 'worker', why: 'signal SIGKILL', at: new Date(1).toISOString(), times: 1 },
  ]);
});

it('the restart log keeps the last 100 entries', () => {
  for (let end = 0; end < 130; end += 1) recordRestart({ path }, 'edge', `exit code ${end}`);
  expect(entries()).toHaveLength(100);
  expect(entries()[0]).toBe('edge exit code 129 1');
});

it('the restart log records whether the previous run was shut down cleanly', () => {
  recordStart({ path });
  recordStop({ path });
  recordStart({ path });
  recordRestart({ path }, 'api', 'signal SIGKILL');
  recordStart({ path });
  const cleanRun = [
    /^waypost version \S+ started 1$/,
    /^waypost stopped 1$/,
    /^waypost version \S+ started 1$/,
  ];
  const killedRun = [/^api /, /the previous run was not shut down cleanly 1$/];
  expect(entries().toReversed()).toEqual(
    [...cleanRun, ...killedRun].map((pattern) => expect.stringMatching(pattern)),
  );
});

it('the restart log replaces a damaged file and ignores write errors', () => {
  writeFileSync(join(path, 'restarts.json'), '{');
  recordRestart({ path }, 'worker', 'exit code 1');
  expect(entries()).toEqual(['worker exit code 1 1']);
  expect(() => recordRestart({ path: join(path, 'missing') }, 'worker', 'exit code 1')).not.toThrow();
});
