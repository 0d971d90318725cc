// Server for the HTTPS benchmark: the edge with rows in memory, over HTTP and HTTPS.
import type { AddressInfo, Server } from 'node:net';
import { buildEdgeContext } from '../server/src/edge/build-context.ts';
import { buildEdge } from '../server/src/edge/build-edge.ts';
import { emptyLocation } from '../server/src/edge/classify/location/location.ts';
import { buildHttpsServer } from '../server/src/edge/https/https-server.ts';
import { ServedCertificates } from '../server/src/edge/https/served-certificates.ts';
import type { RowSink } from '../server/src/edge/row-sink.ts';
import { Snapshot } from '../server/src/edge/snapshot/snapshot.ts';
import { createSecretBox } from '../server/src/platform/secret-box.ts';
import { createTestAuthority } from '../server/src/testing/acme/test-authority.ts';
import { makeCampaignDocument } from '../server/src/testing/edge/campaign-document.ts';

const host = 'track.example.com';
const document = makeCampaignDocument();
const { id, number } = document.campaign;
const snapshot = new Snapshot((_, error) => {
  throw error;
});
snapshot.apply({
  campaignId: id,
  number,
  version: 1,
  document: JSON.stringify(document),
  incomingKeys: [],
});
const sink: RowSink = { append: (_row, _time, done) => queueMicrotask(() => done('kept')) };
const context = buildEdgeContext({
  secret: 'secret',
  snapshot,
  geo: { find: () => emptyLocation },
  ownHosts: [host],
  trustedProxies: [],
  visits: sink,
  clicks: sink,
  inbox: { appendOrFail: (_row, _time, done) => queueMicrotask(() => done('kept')) },
  now: Date.now,
});
const edge = buildEdge({
  context,
  readiness: () => ({ status: 'ready', checks: [] }),
  onFailure: (error) => {
    throw error;
  },
});
const box = createSecretBox('secret', 'certificate keys');
const certificates = new ServedCertificates(box, '');
const { cert, key } = createTestAuthority().issueWithKey(host);
const certificate = { host, version: 1, chain: cert, sealedKey: box.seal(Buffer.from(key), host) };
certificates.apply({ changed: [certificate], removed: [], challenges: [] });
const { secure } = buildHttpsServer({
  edge,
  certificates,
  isServed: (name) => name === host,
  onMissing: () => undefined,
  panel: undefined,
});
process.on('disconnect', () => process.exit());
process.send?.({
  link: `/c/${id}`,
  cert,
  key,
  http: await listen(edge.server),
  https: await listen(secure),
});

function listen(server: Server): Promise<number> {
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );
}
