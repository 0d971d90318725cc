import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Product } from '../product/product.ts';

type Output = { code: number | null; stdout: string; stderr: string };

export function startUpgrade(
  { environment }: Pick<Product, 'environment'>,
  command: string,
  args: string[],
): ChildProcess {
  return spawn(process.execPath, [command, 'upgrade', ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
}

export async function runUpgrade(
  product: Pick<Product, 'environment'>,
  command: string,
  args: string[],
): Promise<Output> {
  const child = startUpgrade(product, command, args);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => (output[name] += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...output };
}

// Versions of the running role processes, by the names of the processes.
export async function readVersions({ urls }: Pick<Product, 'urls'>): Promise<Map<string, string>> {
  const response = await fetch(`${urls.status}/readyz`);
  const { checks } = (await response.json()) as { checks: { name: string; version?: string }[] };
  return new Map(
    checks.flatMap(({ name, version }) => (version === undefined ? [] : [[name, version] as const])),
  );
}
