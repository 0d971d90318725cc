import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { DryRunResult } from '@waypost/contract/rotators/dry-runs.ts';
import { describeError } from '../platform/errors.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { refuseUnstorableText } from '../services/refuse-unstorable-text.ts';
import { countOf, formatTable, printResult } from './output.ts';
import { requireWorkspaceId } from './require-workspace-id.ts';
import { withAttribution } from './with-attribution.ts';
import { withServices } from './with-services.ts';
import { workspaceOption } from './workspace-option.ts';

type Options = { workspace: string; rotator: string; json?: boolean };
type DryRunOptions = Options & { rules?: string; days?: string; sample?: string; bots?: true };

export function registerRotator(program: Command): void {
  const rotator = program.command('rotator').description('print and test rotator rules');
  rotator
    .command('rules')
    .description('print the rules of a rotator as JSON')
    .addOption(workspaceOption())
    .requiredOption('--rotator <id>', 'rotator ID')
    .addHelpText('after', '\nExample: waypost rotator rules --workspace ID --rotator ID > rules.json')
    .action(async ({ workspace, rotator: id }: Options) => {
      requireWorkspaceId(workspace);
      const { getRotatorRules } = await import('../services/rotators/rotator-rules.ts');
      const rules = await withServices((context) =>
        getRotatorRules({ ...context, workspaceId: workspace }, id),
      );
      printResult({}, rules, [JSON.stringify(rules, undefined, 2)]);
    });
  rotator
    .command('dry-run')
    .description('route recorded visits with changed rules and compare the results; nothing is saved')
    .addOption(workspaceOption())
    .requiredOption('--rotator <id>', 'rotator ID')
    .option('--rules <file>', 'JSON file with rules, or - for standard input (default: the saved rules)')
    .option('--days <number>', 'number of days up to now, at most 30', '7')
    .option('--sample <visits>', 'approximate number of visits to use, or all', '50000')
    .option('--bots', 'include bots')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExample: waypost rotator dry-run --workspace ID --rotator ID --rules rules.json --days 30 --sample all',
    )
    .action(async (options: DryRunOptions) => {
      requireWorkspaceId(options.workspace);
      const result = await dryRun(options);
      printResult(options, result, formatResult(result));
    });
}

const progressIntervalMs = 1_000;

async function dryRun({
  workspace,
  rotator,
  rules,
  days,
  sample,
  bots,
}: DryRunOptions): Promise<DryRunResult> {
  const input = {
    draft: rules === undefined ? null : readRules(rules),
    days: Number(days),
    sample: sample === 'all' ? sample : Number(sample),
    bots: bots === true,
  };
  const { runDryRun } = await import('../services/rotators/dry-runs/run-dry-run.ts');
  let reportedAt = performance.now();
  return await withAttribution((context) =>
    runDryRun({ ...context, workspaceId: workspace }, rotator, input, {
      onProgress: async ({ looked, of }) => {
        if (performance.now() - reportedAt < progressIntervalMs) return;
        reportedAt = performance.now();
        process.stderr.write(`${looked} of ${of} visits\n`);
      },
    }),
  );
}

function readRules(file: string): unknown {
  const rules = readJson(file);
  refuseUnstorableText(rules);
  return rules;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'));
  } catch (error) {
    throw new OperatorError('refused', `Failed to read ${file} as JSON: ${describeError(error)}`, {
      cause: error,
    });
  }
}

function formatResult(result: DryRunResult): string[] {
  const { recorded, looked, judged, capped, unrecorded, changed, fromSaved, moves, labels } = result;
  const name = (id: string) => labels[id] ?? id;
  const side = ({ ruleId, pathId }: { ruleId: string | null; pathId: string }) =>
    `${ruleId === null ? 'default' : name(ruleId)}: ${name(pathId)}`;
  const share = ({ visits, share: percent, error }: typeof changed) =>
    `${visits} (${percent}%${error === 0 ? '' : `, ±${error} points`})`;
  const rows = moves.map((move) => [side(move.from), side(move.to), String(move.visits), `${move.share}%`]);
  return [
    `Tested ${looked} of ${recorded} visits, ${judged} with a result.`,
    ...(capped === 0 ? [] : [`Skipped ${countOf(capped, 'visit')} because a cap had been reached.`]),
    ...unrecorded.map(
      ({ field, visits }) => `Skipped ${countOf(visits, 'visit')} because ${field} is not recorded.`,
    ),
    `Visits that take a different path than recorded: ${share(changed)}.`,
    ...(fromSaved === null
      ? []
      : [`Visits that take a different path than with the saved rules: ${share(fromSaved)}.`]),
    ...(rows.length === 0 ? [] : ['', ...formatTable(['From', 'To', 'Visits', 'Share'], rows)]),
    ...(result.paths.length === 0 ? [] : ['', ...formatPaths(result, name)]),
  ];
}

function formatPaths({ paths }: DryRunResult, name: (id: string) => string): string[] {
  const rows = paths.map(({ pathId, recorded, draft, revenuePerVisit, profitPerVisit }) => [
    name(pathId),
    String(recorded),
    String(draft),
    formatEstimate(revenuePerVisit),
    formatEstimate(profitPerVisit),
  ]);
  return formatTable(['Path', 'Recorded', 'With these rules', 'Revenue per visit', 'Profit per visit'], rows);
}

function formatEstimate(estimate: DryRunResult['paths'][number]['revenuePerVisit']): string {
  if (estimate === null) return '';
  const { mean, low, high } = estimate;
  return low === null || high === null ? String(mean) : `${mean} (${low} to ${high})`;
}
