import { makeContext, type ServiceContext } from '../services/context.ts';
import type { WithTraffic } from '../services/tools.ts';
import { loadSettings } from '../start/settings.ts';
import { operatorActor } from './with-services.ts';

export async function withTraffic<Result>(
  work: (context: ServiceContext & WithTraffic) => Promise<Result>,
): Promise<Result> {
  const { openInstallation } = await import('../start/commands/open-installation.ts');
  const { openTraffic } = await import('../start/open-traffic.ts');
  const installation = await openInstallation(loadSettings(), { traffic: true });
  const traffic = await openTraffic(installation.traffic);
  try {
    return await work(makeContext(installation.database, operatorActor(), { traffic }));
  } finally {
    await traffic.close();
    await installation.close();
  }
}
