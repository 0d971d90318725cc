type CaseFolding = { from: string; to: string; texts: string[] };

/**
 * Returns a character mapping that makes a search for these strings case-insensitive. An explicit mapping is needed,
 * because the database engines fold case differently from each other and from JavaScript. Letters that become several
 * characters in the other case, such as ß, are left unchanged.
 */
export function foldCase(sought: readonly string[]): CaseFolding {
  const folded = new Map<string, string>();
  for (const character of new Set(sought.join(''))) {
    const small = oneCharacter(oneCharacter(character.toUpperCase(), character).toLowerCase(), character);
    for (const one of [character, oneCharacter(small.toUpperCase(), small)])
      if (one !== small) folded.set(one, small);
  }
  const fold = (text: string) => Array.from(text, (one) => folded.get(one) ?? one).join('');
  return { from: [...folded.keys()].join(''), to: [...folded.values()].join(''), texts: sought.map(fold) };
}

function oneCharacter(text: string, otherwise: string): string {
  return Array.from(text).length === 1 ? text : otherwise;
}
