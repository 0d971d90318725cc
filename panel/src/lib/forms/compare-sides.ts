/** Field that someone else has changed and that differs from the value in the form. */
export type DifferingField<Name extends string> = {
  name: Name;
  /** True if the field was also changed in this form. The person then has to choose a value. */
  isMineToo: boolean;
};

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Returns the fields that someone else has changed and that differ from the values in this form. Fields changed only in
 * this form are left out.
 */
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

export type ConflictChoices = Readonly<Record<string, 'mine' | 'theirs'>>;

export function mergeSides<Values extends object>(
  sides: { base: Values; mine: Values; theirs: Values },
  choices: ConflictChoices,
): Values {
  const taken = compareSides(sides).filter(({ name }) => choices[name] === 'theirs');
  const theirs = taken.map(({ name }) => [name, sides.theirs[name]]);
  return { ...sides.mine, ...(Object.fromEntries(theirs) as Partial<Values>) };
}
