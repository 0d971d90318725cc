import type { Edge } from '../../../edge/build-edge.ts';
import type { EdgeContext } from '../../../edge/edge-context.ts';
import { buildHttpsServer, type HttpsServer } from '../../../edge/https/https-server.ts';
import { proxyPanel } from '../../../edge/https/panel-proxy.ts';
import type { HttpsRoutes } from '../../../edge/https/plain-routes.ts';
import { ServedCertificates } from '../../../edge/https/served-certificates.ts';
import type { Logger } from '../../../platform/logger.ts';
import { makeContext, systemActor } from '../../../services/context.ts';
import type { Database } from '../../../store/database/database.ts';
import {
  authorityKey,
  createCertificateBox,
  httpsListenHost,
  listHttpsHosts,
} from '../../certificate-authority.ts';
import { listen } from '../../listen.ts';
import { localUrl } from '../../public-urls.ts';
import type { HttpsSettings, Settings } from '../../settings.ts';
import { CertificateFollower } from './follow-certificates.ts';

export type EdgeHttps = {
  certificates: ServedCertificates;
  handshakes: HttpsServer['handshakes'];
  serve: () => Promise<void>;
  drain: () => Promise<void>;
  stop: () => Promise<void>;
};

export function httpsRoutes({ https, publicUrl }: Settings, secret: string): HttpsRoutes | undefined {
  if (https === undefined) return undefined;
  const { panelHost } = https;
  const panel =
    panelHost === undefined || publicUrl === undefined
      ? undefined
      : { host: panelHost, origin: new URL(publicUrl).origin };
  return { thumbprint: authorityKey(https, secret).thumbprint, panel };
}

// Serves the edge, and the panel on this machine, over HTTPS. Returns undefined if a proxy does that.
export function openEdgeHttps(
  settings: Settings,
  secret: string,
  parts: { edge: Edge; context: EdgeContext; database: Database; logger: Logger },
): EdgeHttps | undefined {
  const { https } = settings;
  if (https === undefined) return undefined;
  const { edge, context, database, logger } = parts;
  const ownHosts = listHttpsHosts(https);
  const box = createCertificateBox(secret);
  const certificates = new ServedCertificates(box, authorityKey(https, secret).thumbprint);
  const follower = new CertificateFollower({
    context: makeContext(database, systemActor('edge')),
    certificates,
    box,
    ownHosts,
    directory: settings.spool.directory,
    logger,
  });
  const server = buildHttpsServer({
    edge,
    certificates,
    isServed: (host) => ownHosts.includes(host) || context.snapshot.hosts.has(host),
    onMissing: (host) => follower.want(host),
    panel: describePanel(settings, https, context),
  });
  return {
    certificates,
    handshakes: server.handshakes,
    serve: () => listenAll(server, settings, https),
    drain: server.drain,
    stop: async () => {
      await Promise.all([server.close(), follower.stop()]);
    },
  };
}

function describePanel(settings: Settings, { panelHost }: HttpsSettings, { readOrigin }: EdgeContext) {
  if (panelHost === undefined) return undefined;
  const { hostname, port } = new URL(localUrl(settings, settings.port));
  const handle = proxyPanel({
    host: panelHost,
    target: { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port) },
    readAddress: (request) => readOrigin(request).address,
  });
  return { host: panelHost, handle };
}

async function listenAll(
  { secure, plain }: HttpsServer,
  { edgeProcesses }: Settings,
  https: HttpsSettings,
): Promise<void> {
  const shared = { host: httpsListenHost(https), isShared: edgeProcesses > 1 };
  await listen(secure, { ...shared, port: https.httpsPort, variable: 'WAYPOST_HTTPS_PORT', heldPort: 1 });
  await listen(plain, { ...shared, port: https.httpPort, variable: 'WAYPOST_HTTP_PORT', heldPort: 2 });
}
