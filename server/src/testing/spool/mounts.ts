import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Mount = { path: string; unmount: () => void };

/** What keeps this machine from mounting file systems; undefined where it can. */
export function whyNoMounts(): string | undefined {
  if (process.platform !== 'linux') return 'only Linux mounts file systems for tests';
  if (process.getuid?.() !== 0) return 'mounting needs root';
  try {
    mountMemory(1024 * 1024).unmount();
    return undefined;
  } catch {
    return 'this machine does not let root mount';
  }
}

/** What keeps this machine from mounting disk images; undefined where it can. */
export function whyNoImages(): string | undefined {
  const reason = whyNoMounts();
  if (reason !== undefined) return reason;
  const folder = mkdtempSync(join(tmpdir(), 'waypost-image-'));
  try {
    makeImage(join(folder, 'image'), 8 * 1024 * 1024);
    mountImage(join(folder, 'image')).unmount();
    return undefined;
  } catch {
    return 'there are no loop devices, or no mkfs.ext4';
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A small file system in memory, which is quickly full. */
export function mountMemory(bytes: number): Mount {
  return mount(['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs']);
}

export function makeImage(path: string, bytes: number): void {
  execFileSync('truncate', ['-s', String(bytes), path]);
  execFileSync('mkfs.ext4', ['-q', path], { stdio: 'pipe' });
}

/** The file of the image holds what reached the disk: a copy of it is what a power cut leaves. */
export function mountImage(path: string): Mount {
  return mount(['-o', 'loop', path]);
}

function mount(args: string[]): Mount {
  const path = mkdtempSync(join(tmpdir(), 'waypost-mount-'));
  try {
    execFileSync('mount', [...args, path], { stdio: 'pipe' });
  } catch (error) {
    rmSync(path, { recursive: true });
    throw error;
  }
  const unmount = () => {
    execFileSync('umount', ['-l', path], { stdio: 'pipe' });
    rmSync(path, { recursive: true });
  };
  return { path, unmount };
}
