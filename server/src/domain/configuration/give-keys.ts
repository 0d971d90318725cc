/**
 * What each record is called in files. Names need not be unique: the first of a name is called by it, later ones get a
 * number. The keys depend on the names and on the order among equal ones only, so that a copy of the records gets the
 * same keys; what other names there are moves a number at most where one looks like a numbered key itself.
 */
export function giveKeys(names: readonly string[], taken: Iterable<string> = []): string[] {
  const used = new Set(taken);
  const keys = names.map((name) => {
    if (used.has(name)) return undefined;
    used.add(name);
    return name;
  });
  return keys.map((key, index) => key ?? nextKey(names[index] ?? '', used));
}

function nextKey(name: string, used: Set<string>): string {
  let number = 2;
  while (used.has(`${name} (${number})`)) number += 1;
  const key = `${name} (${number})`;
  used.add(key);
  return key;
}
