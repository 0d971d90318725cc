import { expect, it } from 'vitest';
import { runInChildProcess } from './child-tasks.ts';

it('a chore that fails in its own process fails with the same sentence here', async () => {
  const nobody = 'postgres://nobody@127.0.0.1:1/none';
  await expect(
    runInChildProcess('setUpFirstWorkspace', { url: nobody, timezone: 'UTC' }),
  ).rejects.toMatchObject({
    name: 'OperatorError',
    message: expect.stringContaining('The database is not responding'),
  });
});
