import { openGeo } from '../../edge/classify/index.ts';
import { cookieSecretOf } from '../open-attribution.ts';
import type { Settings } from '../settings.ts';
import { fillDemo, type DemoContext, type DemoOptions, type DemoSummary } from './fill-demo.ts';

/** Fills a workspace of this installation. */
export async function runDemo(
  context: DemoContext,
  settings: Settings,
  options: Pick<DemoOptions, 'days' | 'onProgress'>,
): Promise<DemoSummary> {
  const geo = await openGeo(settings.geo);
  try {
    return await fillDemo(context, { ...options, geo, secret: cookieSecretOf(settings) });
  } finally {
    geo.close();
  }
}
