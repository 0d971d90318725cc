/** What child processes of ours start from. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env };
}

/** By npm, or by the command where it runs on another Node than ours: who ends that means what it started. */
export function isStartedForAnother(): boolean {
  const { npm_lifecycle_event: script, LAUNCHER_PID: launcher } = process.env;
  return script === 'start' || launcher === String(process.ppid);
}
