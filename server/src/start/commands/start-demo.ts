import { join } from 'node:path';
import { resolveSessionSecret } from '../../config/secrets.ts';
import type { DemoContext } from '../../demo/apply-demo-events.ts';
import { fillDemo, type DemoOptions, type DemoSummary } from '../../demo/fill-demo.ts';
import { openGeo } from '../../edge/classify/index.ts';
import { describeError } from '../../platform/errors.ts';
import { makeContext } from '../../services/context.ts';
import { listWorkspaces } from '../../services/workspaces/workspaces.ts';
import { Database } from '../../store/database/database.ts';
import type { EngineAddresses } from '../engine-addresses.ts';
import type { Settings } from '../settings.ts';
import { resolveCookieSecret, openAttribution } from './open-attribution.ts';

const days = 30;

/** Fills the first workspace for `start --demo`. An error is printed and does not stop Waypost. */
export async function startDemo(settings: Settings, engines: EngineAddresses): Promise<void> {
  const database = new Database(engines.postgres, {
    connectionsMax: 2,
    secret: resolveSessionSecret(settings),
  });
  const { tools, close } = await openAttribution(settings, engines.traffic);
  try {
    const actor = { type: 'operator', label: 'demo' } as const;
    const context = makeContext(database, actor, { ...tools, outboundAllow: settings.outboundAllow });
    const [workspace] = await listWorkspaces(context);
    if (workspace === undefined) return;
    const done = await runDemo({ ...context, workspaceId: workspace.id }, settings, {
      days,
      onProgress: printProgress,
    });
    printProgress(
      `created ${done.visits} visits over ${days} days for ${done.campaigns} campaigns in workspace "${workspace.name}".`,
    );
  } catch (error) {
    printProgress(`failed: ${describeError(error)}`);
  } finally {
    await close();
    await database.close();
  }
}

function printProgress(message: string): void {
  process.stdout.write(`Demo: ${message}\n`);
}

export async function runDemo(
  context: DemoContext,
  settings: Settings,
  options: Pick<DemoOptions, 'days' | 'onProgress'>,
): Promise<DemoSummary> {
  const geo = await openGeo(settings.geo);
  try {
    const unfinishedFile = join(settings.dataDirectory, `demo-${context.workspaceId}.json`);
    return await fillDemo(context, {
      ...options,
      unfinishedFile,
      geo,
      secret: resolveCookieSecret(settings),
    });
  } finally {
    geo.close();
  }
}
