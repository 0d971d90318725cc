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
