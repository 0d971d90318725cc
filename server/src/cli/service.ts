import type { Command } from 'commander';
import { exitCodes } from '../platform/operator-error.ts';
import { addHttpsOptions, readHttpsOptions, type HttpsOptions } from './https-options.ts';
import { printResult } from './output.ts';

type Output = { json?: boolean };

export function registerService(program: Command): void {
  const service = program
    .command('service')
    .description('install, inspect or remove the systemd service (Linux)');
  addHttpsOptions(service.command('install'))
    .description('install this version as a service, or update the service, and start it')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExample: sudo waypost service install --domain tracker.example.com --tracking-domain track.example.com --email you@example.com',
    )
    .action(install);
  service
    .command('status')
    .description('print whether the service is running, and its addresses')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: sudo waypost service status')
    .action(printStatus);
  service
    .command('uninstall')
    .description('stop and remove the service, but keep its data and settings')
    .option('--delete-data', 'also delete the data and the settings')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: sudo waypost service uninstall')
    .action(uninstall);
}

async function install({ json, ...https }: HttpsOptions & Output): Promise<void> {
  const { installService } = await import('../start/service/install-service.ts');
  const { awaitService } = await import('../start/service/await-service.ts');
  process.stderr.write('Installing the service …\n');
  const settings = await installService({ changes: readHttpsOptions(https) });
  const { addresses, firstAccess, domains } = await awaitService(settings);
  const isShown = process.stdout.isTTY;
  printResult({ json }, { ...addresses, firstAccessFile: firstAccess?.file ?? null, dns: domains }, [
    '',
    'Waypost is installed as a service and running.',
    '',
    ...formatAddresses(addresses),
    ...(firstAccess === undefined
      ? []
      : isShown
        ? ['', firstAccess.text.trimEnd(), `  sudo rm ${firstAccess.file}`]
        : [`Sign in        sudo cat ${firstAccess.file}`]),
    '',
    ...(domains.length === 0 ? [] : [...domains, '']),
  ]);
}

async function printStatus({ json }: Output): Promise<void> {
  const { readServiceStatus } = await import('../start/service/await-service.ts');
  const { state, problem, version, addresses } = await readServiceStatus();
  const isReady = problem === undefined;
  printResult({ json }, { state, ready: isReady, problem: problem ?? null, version, ...addresses }, [
    `Service        ${state}`,
    `Version        ${version}`,
    `Ready          ${problem ?? 'yes'}`,
    ...formatAddresses(addresses),
  ]);
  process.exitCode = isReady ? exitCodes.done : exitCodes.problemsFound;
}

async function uninstall({ deleteData, json }: Output & { deleteData?: true }): Promise<void> {
  const { uninstallService } = await import('../start/service/uninstall-service.ts');
  const { kept } = uninstallService({ isDataDeleted: deleteData === true });
  printResult({ json }, { kept }, [
    'The service is removed.',
    ...(kept.length === 0 ? [] : [`Kept: ${kept.join(', ')}. To delete them: sudo rm -r ${kept.join(' ')}`]),
  ]);
}

function formatAddresses(addresses: Readonly<Record<string, string>>): string[] {
  return Object.entries(addresses).map(
    ([name, value]) => `${name.slice(0, 1).toUpperCase()}${name.slice(1).padEnd(14)}${value}`,
  );
}
