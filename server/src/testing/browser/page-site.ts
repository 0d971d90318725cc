import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type PageContent = { html?: string; script?: string; policy?: string };

export type PageSite = {
  /** Uses `localhost`, which is a different site from the test servers on 127.0.0.1. */
  origin: string;
  /** The same pages on 127.0.0.1, which is a different site. */
  otherOrigin: string;
  show: (path: string, content: PageContent) => void;
  clear: () => void;
  close: () => void;
};

/** Serves pages of a third-party website. Unknown paths are empty pages. */
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
