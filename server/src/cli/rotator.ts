import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { DryRunResult } from '@waypost/contract/dry-runs.ts';
import { describeError } from '../platform/errors.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { refuseUnstorableText } from '../services/refuse-unstorable-text.ts';
import { formatTable, printResult } from './output.ts';
import { requireWorkspaceId } from './require-workspace-id.ts';
import { withAttribution } from './with-attribution.ts';
import { withServices } from './with-services.ts';
import { workspaceOption } from './workspace-option.ts';

type Options = { workspace: string; rotator: string; json?: boolean };
type DryRunOptions = Options & { rules?: string; days?: string; sample?: string; bots?: true };

export function registerRotator(program: Command): void {
  const rotator = program.command('rotator').description('look at rotators, and try rules');
  rotator
    .command('rules')
    .description('print the rules of a rotator as JSON, to be changed and tried')
    .addOption(workspaceOption())
    .requiredOption('--rotator <id>', 'the rotator')
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
    .description('tell what rules would have done with visitors who were here; nothing is saved')
    .addOption(workspaceOption())
    .requiredOption('--rotator <id>', 'the rotator')
    .option('--rules <file>', 'rules as JSON, or - for standard input; the saved ones where it is left out')
    .option('--days <number>', 'visits of so many days up to now, 30 at most', '7')
    .option('--sample <visits>', 'about how many are looked at, or all', '50000')
    .option('--bots', 'visits of bots, too')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExample: waypost rotator dry-run --workspace ID --rotator ID --rules rules.json --days 30 --sample all',
    )
    .action(async (options: DryRunOptions) => {
      requireWorkspaceId(options.workspace);
      const result = await dryRun(options);
      printResult(options, result, describeResult(result));
    });
}

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
  let toldAt = performance.now();
  return await withAttribution((context) =>
    runDryRun({ ...context, workspaceId: workspace }, rotator, input, {
      onProgress: async ({ looked, of }) => {
        if (performance.now() - toldAt < 1_000) return;
        toldAt = performance.now();
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
    throw new OperatorError('refused', `${file} cannot be read as JSON: ${describeError(error)}`, {
      cause: error,
    });
  }
}

function describeResult(result: DryRunResult): string[] {
  const { recorded, looked, judged, capped, unrecorded, changed, fromSaved, moves, labels } = result;
  const name = (id: string) => labels[id] ?? id;
  const side = ({ ruleId, pathId }: { ruleId: string | null; pathId: string }) =>
    `${ruleId === null ? 'default' : name(ruleId)}: ${name(pathId)}`;
  const share = ({ visits, share: percent, error }: typeof changed) =>
    `${visits} (${percent} %${error === 0 ? '' : `, ± ${error} points`})`;
  const rows = moves.map((move) => [side(move.from), side(move.to), String(move.visits), `${move.share} %`]);
  return [
    `${looked} of ${recorded} visits were looked at, ${judged} of them judged.`,
    ...(capped === 0 ? [] : [`${capped} were turned away by a cap, and are not judged.`]),
    ...unrecorded.map(({ field, visits }) => `${visits} are not judged: ${field} is not recorded.`),
    `${share(changed)} take another path than they took.`,
    ...(fromSaved === null ? [] : [`${share(fromSaved)} take another path than by the saved rules.`]),
    ...(rows.length === 0 ? [] : ['', ...formatTable(['From', 'To', 'Visits', 'Share'], rows)]),
    ...(result.paths.length === 0 ? [] : ['', ...describePaths(result, name)]),
  ];
}

function describePaths({ paths }: DryRunResult, name: (id: string) => string): string[] {
  const rows = paths.map(({ pathId, recorded, draft, revenuePerVisit, profitPerVisit }) => [
    name(pathId),
    String(recorded),
    String(draft),
    range(revenuePerVisit),
    range(profitPerVisit),
  ]);
  return formatTable(['Path', 'Recorded', 'By these rules', 'Revenue per visit', 'Profit per visit'], rows);
}

function range(estimate: DryRunResult['paths'][number]['revenuePerVisit']): string {
  if (estimate === null) return '';
  const { mean, low, high } = estimate;
  return low === null || high === null ? String(mean) : `${mean} (${low} to ${high})`;
}
