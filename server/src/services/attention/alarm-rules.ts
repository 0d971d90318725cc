import { alarmRuleKinds } from '@waypost/contract/alarm-rules.ts';
import { alarmRuleChange, isAlarmKind, type AlarmRule } from '@waypost/contract/alarms.ts';
import { attentionKinds, type AttentionKind } from '@waypost/contract/attention.ts';
import type { WaypostError } from '../../platform/errors.ts';
import {
  listChangedAlarmRules,
  saveAlarmRule,
  type ChangedAlarmRule,
} from '../../store/alarms/alarm-rules.ts';
import { findWorkspaceSettings } from '../../store/accounts/workspace-settings.ts';
import type { Executor } from '../../store/database/database.ts';
import { recordChange } from '../audit/record-change.ts';
import { inSnapshot, inWorkspace, readInWorkspace, type WorkspaceContext } from '../context.ts';
import { isFirstWorkspace } from '../installation/is-first-workspace.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { isAllowed, requirePermission, type Permission } from '../permissions.ts';
import { refuseMissing } from '../records/record-kind.ts';

export type EffectiveRules = ReadonlyMap<AttentionKind, AlarmRule>;

/** What somebody has to be allowed besides, where the kind is about something that not everybody sees. */
const needed: Partial<Record<AttentionKind, Permission>> = {
  'part-failing': 'system.read',
  'low-disk': 'system.read',
  'growing-spool': 'system.read',
  'old-geo-files': 'system.read',
  'unmatched-events': 'inbox.read',
  'paused-receiver': 'postbacks.read',
  'failed-postbacks': 'postbacks.read',
  'expiring-key': 'keys.list',
};

/** The kinds of which somebody may know; what is found nowhere is of no kind that they see. */
export function kindsFor(actor: WorkspaceContext['actor']): AttentionKind[] {
  return attentionKinds.filter((kind) => {
    const permission = needed[kind];
    return permission === undefined || isAllowed(actor, permission);
  });
}

/** As they hold in the workspace: what nobody has changed is as the product has it. */
export async function readEffectiveRules(context: WorkspaceContext): Promise<EffectiveRules> {
  const changed = await readInWorkspace(context, 'lookup', (executor) =>
    listChangedAlarmRules(executor, context.workspaceId),
  );
  return mergeRules(changed);
}

function mergeRules(changed: readonly ChangedAlarmRule[]): EffectiveRules {
  const own = new Map(changed.map((rule) => [rule.kind, rule]));
  return new Map(
    attentionKinds.map((kind) => {
      const { isOn, threshold } = alarmRuleKinds[kind];
      const rule = own.get(kind) ?? { isOn, threshold: null };
      const isChanged = rule.isOn !== isOn || (rule.threshold ?? threshold?.usual) !== threshold?.usual;
      return [
        kind,
        { kind, isOn: rule.isOn, threshold: rule.threshold ?? threshold?.usual ?? null, isChanged },
      ];
    }),
  );
}

/** The threshold of a rule that has one. */
export function thresholdOf(rules: EffectiveRules, kind: AttentionKind): number {
  return rules.get(kind)?.threshold ?? alarmRuleKinds[kind].threshold?.usual ?? 0;
}

export async function listAlarmRules(
  context: WorkspaceContext,
): Promise<{ rules: AlarmRule[]; currency: string }> {
  requirePermission(context.actor, 'alarms.read');
  const kinds = await listKindsHere(context);
  const { changed, settings } = await inSnapshot(context, async (executor) => ({
    changed: await listChangedAlarmRules(executor, context.workspaceId),
    settings: await findWorkspaceSettings(executor, context.workspaceId),
  }));
  const rules = mergeRules(changed);
  return {
    rules: kinds.flatMap((kind) => rules.get(kind) ?? []),
    currency: (settings ?? refuseMissing('workspace')).currency,
  };
}

/** Rules of the installation are in its first workspace, for those who see how it does. */
async function listKindsHere(context: WorkspaceContext): Promise<AttentionKind[]> {
  const isFirst = await isFirstWorkspace(context);
  return kindsFor(context.actor).filter((kind) => isFirst || alarmRuleKinds[kind].of === 'workspace');
}

/** Switches a rule on or off, or gives it another threshold. It holds from the next look on. */
export async function changeAlarmRule(
  context: WorkspaceContext,
  kind: string,
  input: unknown,
): Promise<AlarmRule> {
  const { actor, workspaceId } = context;
  requirePermission(actor, 'alarms.manage');
  const { isOn, threshold = null } = parseInput(alarmRuleChange, input);
  if (!isAlarmKind(kind) || !(await listKindsHere(context)).includes(kind))
    return refuseMissing('alarm rule');
  requireThreshold(kind, threshold);
  return await inWorkspace(context, async (executor) => {
    const before = await findRule(executor, workspaceId, kind);
    await saveAlarmRule(executor, workspaceId, { kind, isOn, threshold });
    const after = await findRule(executor, workspaceId, kind);
    if (before.isOn !== after.isOn || before.threshold !== after.threshold)
      await recordChange(executor, workspaceId, actor, {
        action: 'alarm-rule.update',
        subjectId: workspaceId,
        name: kind,
        before: { isOn: before.isOn, threshold: before.threshold },
        after: { isOn: after.isOn, threshold: after.threshold },
      });
    return after;
  });
}

async function findRule(executor: Executor, workspaceId: string, kind: AttentionKind): Promise<AlarmRule> {
  const rules = mergeRules(await listChangedAlarmRules(executor, workspaceId));
  return rules.get(kind) ?? refuseMissing('alarm rule');
}

function requireThreshold(kind: AttentionKind, threshold: number | null): void {
  if (threshold === null) return;
  const range = alarmRuleKinds[kind].threshold;
  if (range === undefined) throw badThreshold('this rule has none');
  if (range.unit !== 'money' && !Number.isInteger(threshold)) throw badThreshold('must be a whole number');
  if (threshold < range.least || threshold > range.most)
    throw badThreshold(`must be from ${range.least} to ${range.most}`);
}

function badThreshold(message: string): WaypostError {
  return invalidInput([{ path: 'threshold', message }]);
}
