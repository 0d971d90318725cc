import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttp2Server, type Http2Session } from 'node:http2';
import { createServer as createNetServer, type Server } from 'node:net';
import {
  createServer as createTlsServer,
  type SecureContext,
  type TLSSocket,
  type TlsOptions,
} from 'node:tls';
import { challengeProtocol } from '../../platform/acme/challenge-certificate.ts';
import { prepareToDrain } from '../../platform/drain-connections.ts';
import { pollUntil } from '../../platform/retry.ts';
import { normalizeHost } from '../request/visitor-host.ts';
import { closeIdleWhenBusy } from '../close-idle-when-busy.ts';
import { Handshakes, type HandshakeLimits } from './handshakes.ts';
import type { PanelHandler } from './panel-proxy.ts';
import type { ServedCertificates } from './served-certificates.ts';
import { tlsSettings } from './tls-settings.ts';

type HttpsOptions = {
  // Server for visitors, which also gets the decrypted connections.
  edge: { server: Server; closeIdle: () => void };
  certificates: ServedCertificates;
  isServed: (host: string) => boolean;
  // Called when a visitor connects to a served host that has no certificate yet.
  onMissing: (host: string) => void;
  panel: { host: string; handle: PanelHandler } | undefined;
  limits?: Partial<HttpsLimits>;
};

export type HttpsLimits = HandshakeLimits & {
  connectionsMax: number;
  checkEveryMs: number;
  // Maximum time that a visitor waits for the first certificate of a host.
  certificateWaitMs: number;
};

const defaultLimits: HttpsLimits = {
  handshakeTimeoutMs: 30_000,
  handshakesMax: 2_000,
  handshakesPerAddressMax: 200,
  connectionsMax: 10_000,
  checkEveryMs: 2_000,
  certificateWaitMs: 20_000,
};

const handshakeGrace = { timeoutMs: 1_000, intervalMs: 20 };
const idleSessionMs = 120_000;
const concurrentStreamsMax = 100;

// Handshakes by result.
type HandshakeCounts = Record<HandshakeResult, number>;
type HandshakeResult = 'full' | 'resumed' | 'unknown_host' | 'no_certificate' | 'refused' | 'failed';

export type HttpsServer = {
  handshakes: Readonly<HandshakeCounts>;
  // Accepts HTTPS.
  secure: Server;
  // Accepts HTTP.
  plain: Server;
  // Must be awaited before the servers are closed, so that requests in progress are answered.
  drain: () => Promise<void>;
  close: () => Promise<void>;
};

// Terminates TLS. Connections to the panel's host go to the panel, and all others continue on the edge's server. Names
// that this installation does not serve are rejected during the handshake, without a query.
export function buildHttpsServer(options: HttpsOptions): HttpsServer {
  const limits = { ...defaultLimits, ...options.limits };
  const handshakes = new Handshakes(limits);
  const panel = openPanel(options.panel);
  const counts = { full: 0, resumed: 0, unknown_host: 0, no_certificate: 0, refused: 0, failed: 0 };
  const secure = acceptTls(options, limits, { handshakes, panel, counts });
  const plain = createNetServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    options.edge.server.emit('connection', socket);
  });
  for (const server of [secure, plain]) {
    server.maxConnections = limits.connectionsMax;
    closeIdleWhenBusy(server, options.edge.closeIdle, limits);
  }
  const closed = new Map<Server, Promise<void>>();
  return {
    handshakes: counts,
    secure,
    plain,
    drain: async () => {
      for (const server of [secure, plain]) closed.set(server, stopListening(server));
      // Connections that were accepted may still send a request after their handshake.
      await pollUntil(() => (handshakes.size === 0 ? true : undefined), handshakeGrace);
      handshakes.closeAll();
      await panel?.drain();
    },
    close: async () => {
      panel?.close();
      await Promise.all(closed.values());
    },
  };
}

type Panel = ReturnType<typeof openPanel>;

function acceptTls(
  options: HttpsOptions,
  limits: HttpsLimits,
  { handshakes, panel, counts }: { handshakes: Handshakes; panel: Panel; counts: HandshakeCounts },
): Server {
  const { certificates, edge } = options;
  // Handshakes that end because of their host name.
  const rejected = new WeakMap<object, HandshakeResult>();
  const isPanel = (name: string) => normalizeHost(name) === options.panel?.host;
  const tls = createTlsServer({
    ...tlsSettings,
    handshakeTimeout: limits.handshakeTimeoutMs,
    SNICallback: findCertificate(options, limits, rejected),
    ALPNCallback: ({ servername, protocols }) => {
      if (protocols.includes('h2') && isPanel(servername)) return 'h2';
      return protocols.includes('http/1.1') ? 'http/1.1' : undefined;
    },
  });
  // Node leaves closing the connection to this listener.
  tls.on('tlsClientError', (_, socket) => {
    counts[rejected.get(socket) ?? 'failed'] += 1;
    socket.destroy();
  });
  tls.on('secureConnection', (socket) => {
    handshakes.end(socket);
    counts[socket.isSessionReused() ? 'resumed' : 'full'] += 1;
    if (!isPanel(readServername(socket))) edge.server.emit('connection', socket);
    else panel?.accept(socket);
  });
  const challenges = openChallenges(certificates, limits);
  return createNetServer({ noDelay: true }, (socket) => {
    socket.on('error', ignore);
    if (!handshakes.begin(socket)) {
      counts.refused += 1;
      return void socket.destroy();
    }
    if (!certificates.hasChallenges) return void tls.emit('connection', socket);
    // The protocol must be known before the certificate is chosen.
    socket.setTimeout(limits.handshakeTimeoutMs, () => socket.destroy());
    socket.once('data', (hello) => {
      socket.setTimeout(0);
      socket.pause();
      socket.unshift(hello);
      (hello.includes(challengeProtocol) ? challenges : tls).emit('connection', socket);
    });
  });
}

function findCertificate(
  { certificates, isServed, onMissing }: HttpsOptions,
  { certificateWaitMs }: HttpsLimits,
  rejected: WeakMap<object, HandshakeResult>,
) {
  // Node calls this as a method of the encrypted socket.
  return function (
    this: object | undefined,
    name: string,
    done: (error: Error | null, context?: SecureContext) => void,
  ): void {
    const reject = (result: HandshakeResult) => {
      if (this !== undefined) rejected.set(this, result);
      done(new Error(result));
    };
    const host = normalizeHost(name);
    if (!isServed(host)) return reject('unknown_host');
    const found = certificates.find(host);
    if (found !== undefined) return done(null, found);
    onMissing(host);
    const resume = async () => {
      const context = await certificates.wait(host, certificateWaitMs);
      if (context === undefined) reject('no_certificate');
      else done(null, context);
    };
    void resume();
  };
}

// Answers TLS-ALPN challenges, with certificates that no visitor may see.
function openChallenges(certificates: ServedCertificates, { handshakeTimeoutMs }: HttpsLimits): Server {
  const options: TlsOptions = {
    ...tlsSettings,
    handshakeTimeout: handshakeTimeoutMs,
    ALPNProtocols: [challengeProtocol],
    SNICallback: (name, done) => {
      const context = certificates.findChallenge(normalizeHost(name));
      if (context === undefined) done(new Error('no challenge'));
      else done(null, context);
    },
  };
  const server = createTlsServer(options, (socket) => socket.on('error', ignore).end());
  return server.on('tlsClientError', (_, socket) => socket.destroy());
}

function openPanel(panel: HttpsOptions['panel']) {
  if (panel === undefined) return undefined;
  const { handle } = panel;
  const http1 = createHttpServer(handle);
  const drainHttp1 = prepareToDrain(http1);
  const http2 = createHttp2Server({ settings: { maxConcurrentStreams: concurrentStreamsMax } }, handle);
  const sessions = new Set<Http2Session>();
  http2.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
    session.on('error', ignore);
    session.setTimeout(idleSessionMs, () => session.close());
  });
  http2.on('sessionError', ignore);
  // Node checks the timeouts of requests only after this event. The server itself does not listen.
  http1.emit('listening');
  return {
    accept: (socket: TLSSocket) =>
      void (socket.alpnProtocol === 'h2' ? http2 : http1).emit('connection', socket),
    drain: async () => {
      // Sessions end when their open requests are answered.
      for (const session of sessions) session.close();
      await drainHttp1();
    },
    close: () => void http1.close(),
  };
}

function readServername({ servername }: TLSSocket & { servername?: string | false | null }): string {
  return typeof servername === 'string' ? servername : '';
}

function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

function ignore(): void {
  // The socket closes right after an error.
}
