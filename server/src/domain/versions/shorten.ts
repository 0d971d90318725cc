const textMax = 80;

/** Cut by whole characters. */
export function shorten(text: string, max = textMax): string {
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
}
