import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const page = `<!doctype html><title>Plain</title><h1>Plain</h1><input type="search" placeholder="Search">
<table role="grid"><thead><tr><th><button>Name</button></th><th>Status</th></tr></thead><tbody></tbody></table>
<script type="module">
let rows = await (await fetch('/campaigns?limit=2000')).json();
let isUp = false;
const body = document.querySelector('tbody');
const show = () => {
  const q = document.querySelector('input').value.toLowerCase();
  body.innerHTML = rows.filter(({ name }) => name.toLowerCase().includes(q))
    .map(({ name, status }) => '<tr><td>' + name + '<td>' + status).join('');
};
document.querySelector('input').oninput = show;
document.querySelector('button').onclick = () => {
  isUp = !isUp;
  rows = rows.toSorted((a, b) => a.name.localeCompare(b.name) * (isUp ? 1 : -1));
  show();
};
show();
</script>`;

/** Serves a list like the panel's, as a single page with all rows and without libraries. */
export async function startPlainPage(rowCount: number): Promise<{ origin: string; close: () => void }> {
  const rows = Array.from({ length: rowCount }, (_, at) => ({ name: `Bench ${at}`, status: 'active' }));
  const server = createServer(({ url = '/' }, response) => {
    const isList = url.startsWith('/campaigns');
    response.setHeader('content-type', isList ? 'application/json' : 'text/html');
    response.end(isList ? JSON.stringify(rows) : page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}
