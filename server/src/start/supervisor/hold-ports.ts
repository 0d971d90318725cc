import { listActivationDescriptors } from '../../config/environment.ts';
import { adoptPort, holdPort, type ActivatedPort, type HeldPort } from '../../platform/held-port.ts';
import type { Logger } from '../../platform/logger.ts';
import { explainListenFailure } from '../listen.ts';
import { findActivatedPort, listPublicPorts, type Ports } from '../ports.ts';
import type { Settings } from '../settings.ts';
import type { HeldPorts } from './roles.ts';

export function adoptActivatedPorts(): ActivatedPort[] {
  return listActivationDescriptors().map(adoptPort);
}

export async function holdPorts(
  settings: Settings,
  ports: Ports,
  { activated, logger }: { activated: readonly ActivatedPort[]; logger: Logger },
): Promise<HeldPorts> {
  const { api, edge } = listPublicPorts({ ...settings, port: ports.api, edgePort: ports.edge });
  const hold = async (place: typeof api): Promise<HeldPort> => {
    try {
      return findActivatedPort(place, activated) ?? (await holdPort(place.host, place.port));
    } catch (error) {
      throw explainListenFailure(error, place);
    }
  };
  const held = { api: [await hold(api)], edge: [] as HeldPort[] };
  for (const place of edge) held.edge.push(await hold(place));
  const used = new Set([...held.api, ...held.edge]);
  for (const unused of activated.filter((port) => !used.has(port))) {
    logger.warn(
      `systemd listens on port ${unused.port}, which no setting names, so connections to it are not answered. Apply the settings with: sudo waypost service install`,
    );
    unused.close();
  }
  return held;
}
