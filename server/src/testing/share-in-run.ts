type Shared<Value> = { value: Promise<Value>; users: number };

/**
 * Shares a value between the projects of one run. Each project has separate module instances, so the value is stored in
 * globalThis. The last project to finish disposes of the value.
 */
export async function shareInRun<Value>(
  name: string,
  make: () => Promise<Value>,
  end: (value: Value) => Promise<void> | void,
): Promise<{ value: Value; leave: () => Promise<void> }> {
  const kept = globalThis as { sharedInRun?: Map<string, Shared<unknown>> };
  const all = (kept.sharedInRun ??= new Map());
  const shared = (all.get(name) as Shared<Value> | undefined) ?? { value: make(), users: 0 };
  all.set(name, shared);
  shared.users += 1;
  const value = await shared.value;
  return {
    value,
    leave: async () => {
      shared.users -= 1;
      if (shared.users === 0) await end(value);
    },
  };
}
