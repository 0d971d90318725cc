import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { startTcpProxy, type TcpProxy } from '../faults/tcp-proxy.ts';
import { command } from '../product/product.ts';

type Link = { host: string; machine: string; setUp: (isUp: boolean) => void };

// A machine is a network namespace with two links to this one: one for visitors and API clients, one for engines.
export type Machine = {
  address: string;
  // Proxies for connections to the engines, which can delay them.
  addEngine: (port: number) => Promise<TcpProxy & { host: string }>;
  connect: (links: { public: boolean; engines: boolean }) => void;
  startRole: (role: string, environment: NodeJS.ProcessEnv) => MachineRole;
  remove: () => Promise<void>;
};

type MachineRole = { name: string; output: () => string; isRunning: () => boolean };

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'pipe', encoding: 'utf8' });

// Returns why this machine cannot make network namespaces, or undefined if it can.
export async function whyNoMachines(): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'network namespaces need Linux';
  if (process.getuid?.() !== 0) return 'network namespaces need root';
  try {
    await makeMachine().remove();
    return undefined;
  } catch {
    return 'network namespaces cannot be created on this machine (`ip netns`, `ip link`)';
  }
}

export function makeMachine(): Machine {
  // Interface names have at most 15 characters.
  const name = `wp${process.pid.toString(36)}${randomInt(36 ** 4).toString(36)}`;
  const proxies: TcpProxy[] = [];
  const children: ChildProcess[] = [];
  ip('netns', 'add', name);
  const remove = async () => {
    await Promise.all(children.map(stopChild));
    for (const proxy of proxies) proxy.close();
    // Removes the links too.
    ip('netns', 'delete', name);
  };
  try {
    ip('-n', name, 'link', 'set', 'lo', 'up');
    const outer = addLink(name, 'v');
    const inner = addLink(name, 'e');
    return {
      address: outer.machine,
      addEngine: async (port) => {
        const proxy = await startTcpProxy(port, inner.host);
        proxies.push(proxy);
        return Object.assign(proxy, { host: inner.host });
      },
      connect: (links) => {
        outer.setUp(links.public);
        inner.setUp(links.engines);
      },
      startRole: (role, environment) => {
        const started = startRole(name, role, environment);
        children.push(started.child);
        return started;
      },
      remove,
    };
  } catch (error) {
    ip('netns', 'delete', name);
    throw error;
  }
}

function addLink(namespace: string, suffix: string): Link {
  const [outside, inside] = [`${namespace}${suffix}`, `${namespace}${suffix}i`];
  // A random network with two addresses, so that tests that run at the same time do not collide.
  const network = `10.${randomInt(64, 250)}.${randomInt(256)}.${randomInt(64) * 4}`;
  const [host, machine] = [1, 2].map((last) =>
    network.replace(/\d+$/, (first) => String(Number(first) + last)),
  );
  ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', inside);
  try {
    ip('link', 'set', inside, 'netns', namespace);
    ip('addr', 'add', `${host}/30`, 'dev', outside);
    ip('-n', namespace, 'addr', 'add', `${machine}/30`, 'dev', inside);
    ip('link', 'set', outside, 'up');
    ip('-n', namespace, 'link', 'set', inside, 'up');
  } catch (error) {
    ip('link', 'delete', outside);
    throw error;
  }
  const setUp = (isUp: boolean) => void ip('-n', namespace, 'link', 'set', inside, isUp ? 'up' : 'down');
  return { host: host ?? '', machine: machine ?? '', setUp };
}

function startRole(namespace: string, role: string, environment: NodeJS.ProcessEnv) {
  const args = ['netns', 'exec', namespace, process.execPath, command, 'start', '--role', role];
  const child = spawn('ip', args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return { name: role, child, output: () => output, isRunning: () => child.exitCode === null };
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
