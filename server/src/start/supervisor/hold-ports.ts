import { holdPort } from '../../platform/held-port.ts';
import { httpsListenHost } from '../certificate-authority.ts';
import { explainListenFailure } from '../listen.ts';
import type { Ports } from '../ports.ts';
import type { Settings } from '../settings.ts';
import type { HeldPorts } from './roles.ts';

export async function holdPorts(
  { host: localHost, https }: Settings,
  { api, edge }: Ports,
): Promise<HeldPorts> {
  const hold = async (port: number, variable: string, host = localHost) => {
    try {
      return await holdPort(host, port);
    } catch (error) {
      throw explainListenFailure(error, { host, port, variable });
    }
  };
  const held = { api: [await hold(api, 'WAYPOST_PORT')], edge: [await hold(edge, 'WAYPOST_EDGE_PORT')] };
  if (https === undefined) return held;
  const everywhere = httpsListenHost(https);
  // In the order that the edge expects.
  held.edge.push(await hold(https.httpsPort, 'WAYPOST_HTTPS_PORT', everywhere));
  held.edge.push(await hold(https.httpPort, 'WAYPOST_HTTP_PORT', everywhere));
  return held;
}
