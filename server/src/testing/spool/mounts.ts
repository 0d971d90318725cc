import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Mount = { path: string; unmount: () => void };

/** Returns the reason why this machine cannot mount file systems, or undefined if it can. */
export function whyNoMounts(): string | undefined {
  if (process.platform !== 'linux') return 'mounting file systems needs Linux';
  if (process.getuid?.() !== 0) return 'mounting needs root';
  try {
    mountMemory(1024 * 1024).unmount();
    return undefined;
  } catch {
    return 'mounting is not permitted on this machine';
  }
}

/** Returns the reason why this machine cannot mount disk images, or undefined if it can. */
export function whyNoImages(): string | undefined {
  const reason = whyNoMounts();
  if (reason !== undefined) return reason;
  const directory = mkdtempSync(join(tmpdir(), 'waypost-image-'));
  try {
    makeImage(join(directory, 'image'), 8 * 1024 * 1024);
    mountImage(join(directory, 'image')).unmount();
    return undefined;
  } catch {
    return 'loop devices or mkfs.ext4 are not available';
  } finally {
    rmSync(directory, { recursive: true });
  }
}

export function mountMemory(bytes: number): Mount {
  return mount(['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs']);
}

export function makeImage(path: string, bytes: number): void {
  execFileSync('truncate', ['-s', String(bytes), path]);
  execFileSync('mkfs.ext4', ['-q', path], { stdio: 'pipe' });
}

/**
 * Mounts a disk image. The image file contains everything that has reached the disk, so a copy of the file represents
 * the state after a power failure.
 */
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
