import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What is shown at a path, and the content policy that comes with it. */
type Shown = { html?: string; script?: string; policy?: string };

export type PageSite = {
  /** By its name it is another site than a server of the tests that goes by its number. */
  origin: string;
  /** The same pages by the number: yet another site. */
  otherOrigin: string;
  show: (path: string, shown: Shown) => void;
  clear: () => void;
  close: () => void;
};

/** A web site of somebody else; a path that shows nothing is an empty page. */
export async function startPageSite(): Promise<PageSite> {
  const pages = new Map<string, Shown>();
  const server = createServer(({ url = '/' }, response) => {
    const { html = '', script, policy } = pages.get(url.split('?', 1)[0] ?? '') ?? {};
    response.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript');
    if (policy !== undefined) response.setHeader('content-security-policy', policy);
    response.end(script ?? `<!doctype html><title>Page</title>${html}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    otherOrigin: `http://127.0.0.1:${port}`,
    show: (path, shown) => pages.set(path, shown),
    clear: () => pages.clear(),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
