import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faultsVariable, type MachineFaults } from './preload-machine-faults.ts';

export type FaultyMachine = {
  // Environment for the processes of the installation.
  environment: Record<string, string>;
  set: (faults: Partial<MachineFaults>) => void;
  remove: () => void;
};

const preload = join(import.meta.dirname, 'preload-machine-faults.ts');

// Simulates a machine whose clock jumps and whose disk is slow, for Waypost's own processes but not for the engines.
export function makeFaultyMachine(): FaultyMachine {
  const directory = mkdtempSync(join(tmpdir(), 'waypost-faulty-machine-'));
  const file = join(directory, 'faults.json');
  let current: MachineFaults = { clockOffsetMs: 0, diskDelayMs: 0 };
  const set = (faults: Partial<MachineFaults>) => {
    current = { ...current, ...faults };
    writeFileSync(file, JSON.stringify(current));
  };
  set({});
  return {
    environment: { NODE_OPTIONS: `--import=${preload}`, [faultsVariable]: file },
    set,
    remove: () => rmSync(directory, { recursive: true }),
  };
}
