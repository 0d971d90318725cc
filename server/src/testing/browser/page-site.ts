import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type PageContent = { html?: string; script?: string; policy?: string };

export type PageSite = {
  /** Origin on `localhost`, which is a different site from the test servers on 127.0.0.1. */
  origin: string;
  /** Origin of the same pages on 127.0.0.1, the same site as the test servers. */
  otherOrigin: string;
  show: (path: string, content: PageContent) => void;
  clear: () => void;
  close: () => void;
};

/** Serves the pages of a third-party website. An unknown path returns an empty page. */
export async function startPageSite(): Promise<PageSite> {
  const pages = new Map<string, PageContent>();
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
    show: (path, content) => pages.set(path, content),
    clear: () => pages.clear(),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
