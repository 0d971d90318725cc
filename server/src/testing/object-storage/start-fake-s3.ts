import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { FakeS3 } from './fake-s3.ts';

export async function startFakeS3(): Promise<FakeS3> {
  const storage = new FakeS3();
  const server = createServer((request, response) => {
    storage.handle(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  storage.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return storage;
}
