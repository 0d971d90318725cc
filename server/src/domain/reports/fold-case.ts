/** Characters of `from` and those of `to` that take their places, one for one; and the texts with that done. */
type CaseFolding = { from: string; to: string; texts: string[] };

/**
 * What to do to any text so that these are found in it whatever the case of letters. The engines' own rules for that
 * differ between each other and from ours, and would have to be applied to every letter there is; only the letters of
 * the texts that are sought matter. One that becomes several in the other case, such as ß, is left as it is.
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
