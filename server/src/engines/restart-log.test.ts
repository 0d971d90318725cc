import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { noteRestart, noteStart, noteStop, readRestarts } from './restart-log.ts';

let path: string;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'waypost-restarts-'));
});
afterEach(() => rmSync(path, { recursive: true, force: true }));

const said = () =>
  (readRestarts({ path }) ?? []).map(({ process, why, times }) => `${process} ${why} ${times}`);

it('keeps what ended and why, the newest first, and counts what happens again and again', () => {
  expect(readRestarts({ path })).toBeUndefined();
  noteRestart({ path }, 'worker', 'signal SIGKILL', new Date(1));
  noteRestart({ path }, 'postgres', 'exit code 1', new Date(2));
  noteRestart({ path }, 'postgres', 'exit code 1', new Date(3));
  expect(readRestarts({ path })).toEqual([
    { process: 'postgres', why: 'exit code 1', at: new Date(3).toISOString(), times: 2 },
    { process: 'worker', why: 'signal SIGKILL', at: new Date(1).toISOString(), times: 1 },
  ]);
});

it('stays small', () => {
  for (let end = 0; end < 130; end += 1) noteRestart({ path }, 'edge', `exit code ${end}`);
  expect(said()).toHaveLength(100);
  expect(said()[0]).toBe('edge exit code 129 1');
});

it('tells a start after an orderly stop from one after a run that was killed', () => {
  noteStart({ path });
  noteStop({ path });
  noteStart({ path });
  noteRestart({ path }, 'api', 'signal SIGKILL');
  noteStart({ path });
  const inOrder = [
    /^waypost version \S+ started 1$/,
    /stopped in order 1$/,
    /^waypost version \S+ started 1$/,
  ];
  const killed = [/^api /, /the run before was not stopped in order 1$/];
  expect(said().toReversed()).toEqual([...inOrder, ...killed].map((form) => expect.stringMatching(form)));
});

it('begins anew where the file is damaged, and does without one where it cannot be written', () => {
  writeFileSync(join(path, 'restarts.json'), '{');
  noteRestart({ path }, 'worker', 'exit code 1');
  expect(said()).toEqual(['worker exit code 1 1']);
  expect(() => noteRestart({ path: join(path, 'missing') }, 'worker', 'exit code 1')).not.toThrow();
});
