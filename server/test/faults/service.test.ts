import { relative } from 'node:path';
import { expect } from 'vitest';
import { pollUntil } from '../../src/testing/poll-until.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { fullTest } from '../../src/testing/rounds.ts';
import { startSystemdMachine, whyNoSystemd } from '../../src/testing/systemd-machine.ts';

const domains = '--domain tracker.example.com --tracking-domain track.example.com';

// Copies the whole checkout and starts everything several times, which takes two minutes.
fullTest('systemd runs the installed service as an ordinary user, on ports 80 and 443', async ({ skip }) => {
  const reason = whyNoSystemd();
  if (reason !== undefined) skip(reason);
  const { checkout, run, stop } = await startSystemdMachine();
  try {
    const node = `${checkout}/${relative(process.cwd(), process.execPath)}`;
    const waypost = `${node} ${checkout}/bin/waypost.mjs`;
    const asNobody = await run(
      `setpriv --reuid=65534 --regid=65534 --clear-groups ${waypost} service install`,
    );
    expect(asNobody).toMatchObject({ exitCode: 4 });
    expect(asNobody.stderr).toContain('Run this command as root: sudo waypost service install');

    const other = `systemd-run --quiet --unit=other ${node} -e "net.createServer().listen(443)"`;
    await run(other);
    await waitFor(() => canConnect(443));
    const taken = await run(`${waypost} service install ${domains}`);
    expect(taken).toMatchObject({ exitCode: 7 });
    expect(taken.stderr).toContain('Port 443 on :: is in use by another program');
    expect((await run('ls /etc/waypost')).exitCode).not.toBe(0);
    await run('systemctl stop other');

    const installed = await run(`${waypost} service install ${domains}`);
    expect(installed, installed.stderr).toMatchObject({ exitCode: 0 });
    expect(installed.stdout).toMatch(/^Panel +https:\/\/tracker\.example\.com$/m);
    expect(installed.stdout).toMatch(/^Sign in +sudo cat (\S+)$/m);
    for (const port of [80, 443, 8080, 8090]) expect(await canConnect(port), `port ${port}`).toBe(true);
    const pid = await readPid();
    const status = (await run(`cat /proc/${pid}/status`)).stdout;
    const uid = (await run('id -u waypost')).stdout.trim();
    expect(uid).not.toBe('0');
    expect(status).toMatch(new RegExp(`^Uid:\t${uid}\t${uid}\t${uid}\t${uid}$`, 'm'));
    // Only CAP_NET_BIND_SERVICE.
    expect(status).toMatch(/^CapEff:\t0000000000000400$/m);
    const workspaces = (await run('waypost workspace list')).stdout;
    expect(workspaces).toContain('My workspace');

    expect((await run(`waypost service install ${domains}`)).exitCode).toBe(0);
    expect(await readPid()).toBe(pid);
    await run(`kill -9 ${pid}`);
    await waitFor(async () => (await run('waypost service status')).exitCode === 0);
    expect(await readPid()).not.toBe(pid);

    const restarted = await Promise.all([requestDuringRestart(), run('systemctl restart waypost')]);
    expect(restarted[0]).toMatchObject({ failed: {} });
    expect(restarted[0].answered).toBeGreaterThan(100);
    expect(await readPid()).not.toBe(pid);
    // A process that hangs is killed, which systemd reports as a failure.
    for (const isHanging of [false, true]) {
      if (isHanging) await run(`kill -STOP ${await readPid()}`);
      await run('systemctl stop waypost');
      await waitFor(async () => !(await canConnect(443)));
      await run('systemctl start waypost');
      await waitFor(async () => (await run('waypost service status')).exitCode === 0);
    }
    // A changed port is applied together with the settings.
    await run('echo WAYPOST_EDGE_PORT=8091 >> /etc/waypost/environment');
    expect((await run('waypost service install')).exitCode).toBe(0);
    expect([await canConnect(8090), await canConnect(8091)]).toEqual([false, true]);

    const removed = await run('waypost service uninstall');
    expect(removed.stdout).toContain('Kept: /var/lib/waypost, /etc/waypost.');
    expect(await canConnect(443)).toBe(false);
    expect((await run(`${waypost} service install`)).stdout).toMatch(/^Panel +https:\/\/tracker/m);
    expect((await run('waypost workspace list')).stdout).toBe(workspaces);

    async function canConnect(port: number): Promise<boolean> {
      const script = `net.connect(${port}, '127.0.0.1').on('connect', () => process.exit(0)).on('error', () => process.exit(1))`;
      return (await run(`${node} -e "${script}"`)).exitCode === 0;
    }
    // Sends a request every 50 ms for 20 s, each on its own connection.
    async function requestDuringRestart(): Promise<{ answered: number; failed: Record<string, number> }> {
      const script = `
        const failed = {};
        let answered = 0;
        const send = () => http.get('http://127.0.0.1:8090/', { agent: false }, (answer) => {
          answered += 1;
          answer.resume();
        }).on('error', ({ code }) => (failed[code] = (failed[code] ?? 0) + 1));
        const timer = setInterval(send, 50);
        setTimeout(() => clearInterval(timer), 20_000);
        process.on('exit', () => console.log(JSON.stringify({ answered, failed })));`;
      await run(`cat > /root/client.cjs <<'EOF'\nconst http = require('node:http');${script}\nEOF`);
      return JSON.parse((await run(`${node} /root/client.cjs`)).stdout) as never;
    }
    async function readPid(): Promise<string> {
      return (await run('systemctl show --property=MainPID --value waypost')).stdout.trim();
    }
  } finally {
    await stop();
  }
});

async function waitFor(condition: () => Promise<boolean>): Promise<void> {
  const limits = { timeoutMs: hangLimitMs, intervalMs: 500 };
  expect(await pollUntil(async () => ((await condition()) ? true : undefined), limits)).toBe(true);
}
