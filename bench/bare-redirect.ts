/** Reference server for the edge benchmark: a `node:http` server that answers every request with an empty redirect. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((_, response) => {
  response.writeHead(302, { location: 'https://offer.example/', 'content-length': '0' }).end();
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit());
