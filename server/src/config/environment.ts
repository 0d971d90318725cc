export function inheritedEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env };
}

/**
 * Returns true if this process was started by npm or by a launcher that runs a different Node version. The process must
 * then exit together with its parent.
 */
export function isStartedByLauncher(): boolean {
  const { npm_lifecycle_event: script, LAUNCHER_PID: launcher } = process.env;
  return script === 'start' || launcher === String(process.ppid);
}

// Folder in which Node keeps compiled code for later starts.
const compileCacheVariable = 'NODE_COMPILE_CACHE';

export function compileCache(): string | undefined {
  return process.env[compileCacheVariable];
}

export function compileCacheEnvironment(folder: string | undefined): NodeJS.ProcessEnv {
  return { [compileCacheVariable]: folder };
}

// The supervisor passes ports to a role process, and systemd to the supervisor, as the first descriptors after the three
// standard streams.
const firstDescriptor = 3;
// Process ID of the supervisor that holds the ports.
const heldPortVariable = 'HELD_PORT_PID';

/** Returns the variable that tells a child process whether it inherits ports from this process. */
export function heldPortEnvironment(isInherited: boolean): NodeJS.ProcessEnv {
  return { [heldPortVariable]: isInherited ? String(process.pid) : undefined };
}

// Descriptors of the sockets that systemd opened for this process (sd_listen_fds).
export function listActivationDescriptors(): number[] {
  const { LISTEN_PID: pid, LISTEN_FDS: count } = process.env;
  if (pid !== String(process.pid)) return [];
  return Array.from({ length: Number(count) }, (_, index) => firstDescriptor + index);
}

/** Returns the descriptor of a port that the supervisor holds for this process. */
export function findHeldPort(index: number): number | undefined {
  return process.env[heldPortVariable] === String(process.ppid) ? firstDescriptor + index : undefined;
}
