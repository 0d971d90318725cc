import { createServer, type Server } from 'node:net';
import { randomInt } from 'node:crypto';

// Below those that products choose by themselves, and those of outgoing connections.
const lowest = 10_000;
const blockSize = 200;
const blockCount = 50;

/** The first port of a block that this process alone takes ports from: as long as it listens there, no other has the block. */
const block = await holdBlock();
let taken = 0;

/**
 * A port that no other process of any suite on this machine uses. One that is only found free can be gone before the product
 * listens on it, when others are started beside it.
 */
export function takePort(): number {
  taken = (taken % (blockSize - 1)) + 1;
  return block + taken;
}

async function holdBlock(): Promise<number> {
  const start = randomInt(blockCount);
  for (let step = 0; step < blockCount; step += 1) {
    const first = lowest + ((start + step) % blockCount) * blockSize;
    if (await hold(first)) return first;
  }
  throw new Error(`no block of ports is left between ${lowest} and ${lowest + blockCount * blockSize}`);
}

function hold(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server: Server = createServer().unref();
    server.once('error', () => resolve(undefined));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => resolve(server));
  });
}
