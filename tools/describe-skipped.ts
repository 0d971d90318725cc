export type SkippedTest = {
  name: string;
  /** Reason why the test was skipped, or the location of the test if the reason is unknown. */
  reason: string;
};

const namesMax = 3;

/** Groups skipped tests by reason, because a machine without ClickHouse skips hundreds of tests for the same reason. */
export function describeSkipped(tests: readonly SkippedTest[]): string[] {
  const groups = Map.groupBy(tests, ({ reason }) => reason);
  return [...groups].flatMap(([reason, group]) => describeGroup(reason, group));
}

function describeGroup(reason: string, tests: readonly SkippedTest[]): string[] {
  // A single remaining name is printed, because "and 1 more" would be no shorter.
  const shown = tests.length === namesMax + 1 ? tests : tests.slice(0, namesMax);
  const rest = tests.length - shown.length;
  return [
    `not run: ${reason} (${tests.length} ${tests.length === 1 ? 'test' : 'tests'})`,
    ...shown.map(({ name }) => `  ${name}`),
    ...(rest === 0 ? [] : [`  and ${rest} more`]),
  ];
}
