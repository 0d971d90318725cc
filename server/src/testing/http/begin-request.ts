import { connect, type Socket } from 'node:net';

type RequestParts = { first: string; rest: string };

const healthRequest = {
  first: 'GET /healthz HTTP/1.1\r\nHost: waypost\r\n',
  rest: 'Connection: close\r\n\r\n',
};

export function postRequest(path: string, body: string, headers = ''): RequestParts {
  const head = `POST ${path} HTTP/1.1\r\nHost: waypost\r\nContent-Type: application/json\r\nConnection: close\r\n${headers}`;
  return {
    first: `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, -1)}`,
    rest: body.slice(-1),
  };
}

/** Sends the first part of a request. `finish` sends the rest and returns the response. */
export async function beginRequest(
  base: string,
  { first, rest } = healthRequest,
): Promise<{ finish: () => Promise<string>; socket: Socket }> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  let answer = '';
  socket.on('data', (text: string) => (answer += text));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  socket.write(first);
  const finish = async () => {
    socket.write(rest);
    await closed;
    return answer;
  };
  return { finish, socket };
}
