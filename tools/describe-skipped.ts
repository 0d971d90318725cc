export type SkippedTest = {
  name: string;
  /** The reason, or the location of the test if no reason is known. */
  reason: string;
};

const namesMax = 3;

/** Groups skipped tests by reason: a machine without ClickHouse skips hundreds of tests for one reason. */
export function describeSkipped(tests: readonly SkippedTest[]): string[] {
  const groups = Map.groupBy(tests, ({ reason }) => reason);
  return [...groups].flatMap(([reason, group]) => describeGroup(reason, group));
}

function describeGroup(reason: string, tests: readonly SkippedTest[]): string[] {
  // "and 1 more" would take as much space as the name.
  const shown = tests.length === namesMax + 1 ? tests : tests.slice(0, namesMax);
  const rest = tests.length - shown.length;
  return [
    `not run: ${reason} (${tests.length} ${tests.length === 1 ? 'test' : 'tests'})`,
    ...shown.map(({ name }) => `  ${name}`),
    ...(rest === 0 ? [] : [`  and ${rest} more`]),
  ];
}
