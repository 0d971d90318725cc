type Shared<Value> = { made: Promise<Value>; users: number };

/**
 * For what several projects of one run use together. Each of them has its own instances of all modules, so what they share
 * is kept where there is only one of it. The last one to leave ends it.
 */
export async function shareInRun<Value>(
  name: string,
  make: () => Promise<Value>,
  end: (value: Value) => Promise<void> | void,
): Promise<{ value: Value; leave: () => Promise<void> }> {
  const kept = globalThis as { sharedInRun?: Map<string, Shared<unknown>> };
  const all = (kept.sharedInRun ??= new Map());
  const shared = (all.get(name) as Shared<Value> | undefined) ?? { made: make(), users: 0 };
  all.set(name, shared);
  shared.users += 1;
  const value = await shared.made;
  return {
    value,
    leave: async () => {
      shared.users -= 1;
      if (shared.users === 0) await end(value);
    },
  };
}
