import { createServer, type Server } from 'node:net';
import { randomInt } from 'node:crypto';

// Below the ports that `findFreePort` tries first, and below the ephemeral ports.
const lowest = 10_000;
const blockSize = 200;
const blockCount = 50;

/**
 * First port of the block reserved by this process. Listening on the first port keeps other processes from taking the
 * block.
 */
const block = await reserveBlock();
let portsTaken = 0;

/**
 * Returns a port that no other test process on this machine uses. A port that is merely free could be taken by a
 * concurrent process before the installation listens on it.
 */
export function takePort(): number {
  portsTaken = (portsTaken % (blockSize - 1)) + 1;
  return block + portsTaken;
}

async function reserveBlock(): Promise<number> {
  const start = randomInt(blockCount);
  for (let step = 0; step < blockCount; step += 1) {
    const first = lowest + ((start + step) % blockCount) * blockSize;
    if (await reserve(first)) return first;
  }
  throw new Error(`no free block of ports between ${lowest} and ${lowest + blockCount * blockSize}`);
}

function reserve(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server: Server = createServer().unref();
    server.once('error', () => resolve(undefined));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => resolve(server));
  });
}
