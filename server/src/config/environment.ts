export function inheritedEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env };
}

/** True if npm or a launcher with another Node version started this process, which must then exit with its parent. */
export function isStartedByLauncher(): boolean {
  const { npm_lifecycle_event: script, LAUNCHER_PID: launcher } = process.env;
  return script === 'start' || launcher === String(process.ppid);
}
