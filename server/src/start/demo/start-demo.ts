import { describeError } from '../../platform/errors.ts';
import { listWorkspaces } from '../../services/workspaces/workspaces.ts';
import { Database } from '../../store/database.ts';
import type { EngineAddresses } from '../engine-addresses.ts';
import { openAttribution } from '../open-attribution.ts';
import type { Settings } from '../settings.ts';
import { runDemo } from './run-demo.ts';

const days = 30;

/** For a start that was asked for a demo: fills the first workspace, where it has no campaigns yet, and says so. */
export async function startDemo(settings: Settings, engines: EngineAddresses): Promise<void> {
  const database = new Database(engines.postgres, { connectionsMax: 2 });
  const { tools, close } = await openAttribution(settings, engines.traffic);
  try {
    const context = {
      database,
      actor: { type: 'operator', label: 'demo' } as const,
      now: () => new Date(),
      outboundAllow: settings.outboundAllow,
      ...tools,
    };
    const [workspace] = await listWorkspaces(context);
    if (workspace === undefined) return;
    const done = await runDemo({ ...context, workspaceId: workspace.id }, settings, {
      days,
      onProgress: say,
    });
    say(
      `ready. ${done.visits} visits of ${days} days in ${done.campaigns} campaigns of "${workspace.name}".`,
    );
  } catch (error) {
    // What runs goes on running without it.
    say(`not filled. ${describeError(error)}`);
  } finally {
    await close();
    await database.close();
  }
}

function say(message: string): void {
  process.stdout.write(`Demo: ${message}\n`);
}
