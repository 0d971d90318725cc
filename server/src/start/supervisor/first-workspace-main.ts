/** Entry point of the child process that `createFirstWorkspace` starts: sends the result and exits. */
import { describeError } from '../../platform/errors.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { setUpFirstWorkspace } from '../../services/accounts/set-up-first-workspace.ts';
import { makeContext, systemActor } from '../../services/context.ts';
import { Database } from '../../store/database/database.ts';
import type { FirstWorkspaceRequest, FirstWorkspaceResponse } from './create-first-workspace.ts';

process.once('disconnect', () => process.exit(1));
process.once('message', (request: FirstWorkspaceRequest) => {
  void respond(request).then((message) =>
    process.send?.(message, undefined, undefined, () => process.exit()),
  );
});

async function respond({ url, timezone }: FirstWorkspaceRequest): Promise<FirstWorkspaceResponse> {
  const database = new Database(url, { connectionsMax: 1 });
  try {
    const context = makeContext(database, systemActor('first start'));
    return { access: await setUpFirstWorkspace(context, timezone) };
  } catch (error) {
    const reason = error instanceof OperatorError ? error.reason : 'unexpected';
    return { failed: { reason, message: describeError(error) } };
  } finally {
    await database.close();
  }
}
