/** A field that somebody else changed since it was read, and that is not the same here. */
export type DifferingField<Name extends string> = {
  name: Name;
  /** Whether it was changed here too: then a person has to choose. */
  isMineToo: boolean;
};

/** Plain data, compared by what it says. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What differs between two sides that were made of the same. What only one side here changed is no quarrel. */
export function compareSides<Values extends object>(sides: {
  base: Values;
  mine: Values;
  theirs: Values;
}): DifferingField<keyof Values & string>[] {
  const names = Object.keys(sides.theirs) as (keyof Values & string)[];
  return names
    .filter(
      (name) =>
        !isSame(sides.theirs[name], sides.base[name]) && !isSame(sides.theirs[name], sides.mine[name]),
    )
    .map((name) => ({ name, isMineToo: !isSame(sides.mine[name], sides.base[name]) }));
}

export type Choices = Readonly<Record<string, 'mine' | 'theirs'>>;

/** Mine, but for what was left to them. */
export function mergeSides<Values extends object>(
  sides: { base: Values; mine: Values; theirs: Values },
  choices: Choices,
): Values {
  const taken = compareSides(sides).filter(({ name }) => choices[name] === 'theirs');
  const theirs = taken.map(({ name }) => [name, sides.theirs[name]]);
  return { ...sides.mine, ...(Object.fromEntries(theirs) as Partial<Values>) };
}
