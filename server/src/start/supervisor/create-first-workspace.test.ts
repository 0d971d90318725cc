import { expect, it } from 'vitest';
import { createFirstWorkspace } from './create-first-workspace.ts';

it('createFirstWorkspace rejects with the error from its child process', async () => {
  const unreachable = 'postgres://nobody@127.0.0.1:1/none';
  await expect(createFirstWorkspace({ url: unreachable, timezone: 'UTC' })).rejects.toMatchObject({
    name: 'OperatorError',
    message: expect.stringContaining('The database is not responding'),
  });
});
