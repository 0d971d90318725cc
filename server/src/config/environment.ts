/** What child processes of ours start from. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env };
}

export function isStartedByNpm(): boolean {
  return process.env['npm_lifecycle_event'] === 'start';
}
