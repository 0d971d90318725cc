/** Returns the name of a kind as it appears in messages. */
export function labelOf({ name }: { name: string }): string {
  return name === 'landing' ? 'landing page' : name.replaceAll('-', ' ');
}
