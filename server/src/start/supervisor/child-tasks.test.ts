import { expect, it } from 'vitest';
import { runInChildProcess } from './child-tasks.ts';

it("runInChildProcess rejects with the task's error", async () => {
  const unreachable = 'postgres://nobody@127.0.0.1:1/none';
  await expect(
    runInChildProcess('setUpFirstWorkspace', { url: unreachable, timezone: 'UTC' }),
  ).rejects.toMatchObject({
    name: 'OperatorError',
    message: expect.stringContaining('The database is not responding'),
  });
});
