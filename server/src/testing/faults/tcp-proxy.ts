import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type TcpProxy = {
  port: number;
  // Delay for data in both directions.
  delayMs: number;
  // Resets all connections, and new ones until `accept` is called.
  cut: () => void;
  accept: () => void;
  close: () => void;
};

// Starts a proxy in front of a server on this machine that can delay and reset connections.
export async function startTcpProxy(targetPort: number, listenHost = '127.0.0.1'): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.setNoDelay(true).on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer({ allowHalfOpen: true }, (inner) => {
    track(inner);
    if (isCut) return void inner.resetAndDestroy();
    const outer = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true });
    track(outer);
    void forward(inner, outer, () => proxy.delayMs);
    void forward(outer, inner, () => proxy.delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, listenHost, resolve));
  const resetAll = () => sockets.forEach((socket) => socket.resetAndDestroy());
  const proxy: TcpProxy = {
    port: (server.address() as AddressInfo).port,
    delayMs: 0,
    cut: () => {
      isCut = true;
      resetAll();
    },
    accept: () => void (isCut = false),
    close: () => {
      server.close();
      resetAll();
    },
  };
  return proxy;
}

// Waits for each chunk in turn, so that data stays in order when the delay changes.
async function forward(from: Socket, to: Socket, delayMs: () => number): Promise<void> {
  try {
    for await (const chunk of from) {
      if (delayMs() > 0) await sleep(delayMs());
      if (!to.write(chunk as Buffer))
        await new Promise((resolve) => to.once('drain', resolve).once('close', resolve));
    }
    to.end();
  } catch {
    to.resetAndDestroy();
  }
}
