import { randomBytes } from 'node:crypto';
import { get } from 'node:http';
import { connect } from 'node:net';

const timeoutMs = 5_000;
const bytesMax = 1_024;

// Returns whether the address answers HTTP challenges for the host with this account, as the certificate authority
// would ask. Edges can answer every challenge without knowing it.
export function answersChallenges(
  { host, address, port = 80 }: { host: string; address: string; port?: number },
  thumbprint: string,
): Promise<boolean> {
  const token = randomBytes(16).toString('base64url');
  const path = `/.well-known/acme-challenge/${token}`;
  return new Promise((resolve) => {
    const request = get({ host: address, port, path, headers: { host }, agent: false, timeout: timeoutMs });
    const end = (isOwn: boolean) => {
      resolve(isOwn);
      request.destroy();
    };
    request.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        if (text.length > bytesMax) end(false);
      });
      response.once('end', () => end(text.trim() === `${token}.${thumbprint}`));
    });
    request.once('timeout', () => end(false));
    request.once('error', () => end(false));
  });
}

// Returns whether a program accepts connections on the port.
export function acceptsConnections({ address, port }: { address: string; port: number }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port, timeout: timeoutMs });
    const end = (isOpen: boolean) => {
      resolve(isOpen);
      socket.destroy();
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}
