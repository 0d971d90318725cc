import type { AttributionContext } from '../services/conversions/event-to-apply.ts';
import { makeContext } from '../services/context.ts';
import { operatorActor } from './with-services.ts';
import { loadSettings } from '../start/settings.ts';

export async function withAttribution<Result>(
  work: (context: AttributionContext) => Promise<Result>,
): Promise<Result> {
  const { openInstallation } = await import('../start/commands/open-installation.ts');
  const { openAttribution } = await import('../start/commands/open-attribution.ts');
  const settings = loadSettings();
  const installation = await openInstallation(settings, { traffic: true });
  try {
    const { tools, close } = await openAttribution(settings, installation.traffic);
    try {
      return await work(makeContext(installation.database, operatorActor(), tools));
    } finally {
      await close();
    }
  } finally {
    await installation.close();
  }
}
