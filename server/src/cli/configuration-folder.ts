import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describeError, systemCode } from '../platform/errors.ts';
import { OperatorError } from '../platform/operator-error.ts';

/** Every export has it, and says by it that the folder may be written over. */
const mark = 'waypost.yaml';

/** Refuses a folder that holds something else, before anything is read for it. */
export function requireFolderForExport(folder: string): void {
  const names = listFolder(folder) ?? [];
  if (names.length > 0 && !names.includes(mark))
    throw new OperatorError(
      'refused',
      `${folder} is not empty and no earlier export (it has no ${mark}): choose another folder`,
    );
}

/** Each file whole or not at all; the marked one last, so that a half-written folder is none that can be imported. */
export function writeConfigurationFolder(folder: string, files: ReadonlyMap<string, string>): void {
  try {
    mkdirSync(folder, { recursive: true });
    const names = [...files.keys()].toSorted((one, other) => Number(one === mark) - Number(other === mark));
    for (const name of names) writeWhole(join(folder, name), files.get(name) ?? '');
  } catch (error) {
    throw new OperatorError('refused', `${folder} cannot be written: ${describeError(error)}`, {
      cause: error,
    });
  }
}

/** The YAML files of a folder; whatever else lies there, such as a README, is no part of the configuration. */
export function readConfigurationFolder(folder: string): Map<string, Uint8Array> {
  const names = listFolder(folder);
  if (names === undefined) throw new OperatorError('refused', `there is no folder ${folder}`);
  if (!existsSync(join(folder, mark)))
    throw new OperatorError('refused', `${folder} is no exported configuration: it has no ${mark}`);
  try {
    return new Map(
      names
        .filter((name) => /\.ya?ml$/i.test(name) && !name.startsWith('.'))
        .toSorted()
        .map((name) => [name, readFileSync(join(folder, name))]),
    );
  } catch (error) {
    throw new OperatorError('refused', `${folder} cannot be read: ${describeError(error)}`, { cause: error });
  }
}

/** Undefined where there is no such folder. */
function listFolder(folder: string): string[] | undefined {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw new OperatorError('refused', `${folder} cannot be read: ${describeError(error)}`, { cause: error });
  }
}

function writeWhole(path: string, text: string): void {
  const temporary = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    // Readable by whom the folder lets: these files are meant to be kept under version control.
    const descriptor = openSync(temporary, 'wx');
    try {
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
