import './main.css';

type Check = { name: string; ok: boolean; since: string; message?: string };
type Readiness = { status: string; checks: Check[] };

const refreshMs = 5_000;

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no element ${id}`);
  return found;
}

async function readJson<Body>(path: string): Promise<Body> {
  const response = await fetch(path, { headers: { accept: 'application/json' } });
  return (await response.json()) as Body;
}

function describeCheck(check: Check): HTMLElement {
  const item = document.createElement('li');
  item.className = check.ok ? 'ok' : 'failed';
  const since = new Date(check.since).toLocaleString();
  item.textContent = `${check.name}: ${check.ok ? 'works' : (check.message ?? 'fails')} since ${since}`;
  return item;
}

async function refresh(): Promise<void> {
  const health = element('health');
  try {
    const readiness = await readJson<Readiness>('/readyz');
    const list = document.createElement('ul');
    list.append(...readiness.checks.map(describeCheck));
    const verdict = document.createElement('p');
    verdict.textContent =
      readiness.status === 'ready' ? 'Everything works.' : `This server is ${readiness.status}.`;
    health.replaceChildren(verdict, list);
  } catch {
    health.textContent = 'This server does not answer. Is it still running?';
  }
}

async function showVersion(): Promise<void> {
  const { version } = await readJson<{ version: string }>('/healthz');
  element('version').textContent = `Version ${version}`;
}

void showVersion().catch(() => undefined);
void refresh();
setInterval(() => void refresh(), refreshMs);
