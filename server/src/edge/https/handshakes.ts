import type { Socket } from 'node:net';

export type HandshakeLimits = {
  handshakeTimeoutMs: number;
  handshakesMax: number;
  handshakesPerAddressMax: number;
};

// Counts connections that have not completed their TLS handshake. A client with too many of them is disconnected,
// because each one takes memory and processor time.
export class Handshakes {
  readonly #limits: HandshakeLimits;
  readonly #open = new Map<string, Socket>();
  readonly #byAddress = new Map<string, number>();

  constructor(limits: HandshakeLimits) {
    this.#limits = limits;
  }

  // Returns false if the connection must be refused.
  begin(socket: Socket): boolean {
    const { remoteAddress: address } = socket;
    if (address === undefined) return false;
    const ofAddress = this.#byAddress.get(address) ?? 0;
    if (this.#open.size >= this.#limits.handshakesMax || ofAddress >= this.#limits.handshakesPerAddressMax)
      return false;
    const name = nameOf(socket);
    this.#open.set(name, socket);
    this.#byAddress.set(address, ofAddress + 1);
    socket.once('close', () => this.#remove(name, address));
    return true;
  }

  // Must be called with the encrypted socket.
  end(socket: Socket): void {
    if (socket.remoteAddress !== undefined) this.#remove(nameOf(socket), socket.remoteAddress);
  }

  get size(): number {
    return this.#open.size;
  }

  closeAll(): void {
    for (const socket of this.#open.values()) socket.destroy();
  }

  #remove(name: string, address: string): void {
    if (!this.#open.delete(name)) return;
    const left = (this.#byAddress.get(address) ?? 1) - 1;
    if (left === 0) this.#byAddress.delete(address);
    else this.#byAddress.set(address, left);
  }
}

// The encrypted socket and the socket below it have the same remote address and port.
function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
