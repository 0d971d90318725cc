export type SkippedTest = {
  name: string;
  /** Why it did not run, where that is known; else where it stands. */
  reason: string;
};

const namesMax = 3;

/** What did not run, in lines to read: a machine without an engine leaves out hundreds of tests for one reason. */
export function describeSkipped(tests: readonly SkippedTest[]): string[] {
  const groups = Map.groupBy(tests, ({ reason }) => reason);
  return [...groups].flatMap(([reason, group]) => describeGroup(reason, group));
}

function describeGroup(reason: string, tests: readonly SkippedTest[]): string[] {
  // A line that says "and 1 more" takes the room of the name.
  const shown = tests.length === namesMax + 1 ? tests : tests.slice(0, namesMax);
  const rest = tests.length - shown.length;
  return [
    `not run: ${reason} (${tests.length} ${tests.length === 1 ? 'test' : 'tests'})`,
    ...shown.map(({ name }) => `  ${name}`),
    ...(rest === 0 ? [] : [`  and ${rest} more`]),
  ];
}
