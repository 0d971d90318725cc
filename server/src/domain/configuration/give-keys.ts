/**
 * Assigns each record a key for configuration files. The first record with a given name uses the name as its key, and
 * later records with the same name get a number. Keys depend only on the names and on the order of records with the
 * same name, so a copy of the records gets the same keys.
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
