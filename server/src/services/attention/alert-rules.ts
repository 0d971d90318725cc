import { alertRuleKinds } from '@waypost/contract/monitoring/alert-rules.ts';
import { alertRuleChange, isAlertKind, type AlertRule } from '@waypost/contract/monitoring/alerts.ts';
import { attentionKinds, type AttentionKind } from '@waypost/contract/monitoring/attention.ts';
import type { WaypostError } from '../../platform/errors.ts';
import {
  listChangedAlertRules,
  saveAlertRule,
  type ChangedAlertRule,
} from '../../store/alerts/alert-rules.ts';
import { findWorkspaceSettings } from '../../store/accounts/workspace-settings.ts';
import type { Executor } from '../../store/database/database.ts';
import { recordChange } from '../audit/record-change.ts';
import { inSnapshot, inWorkspace, readInWorkspace, type WorkspaceContext } from '../context.ts';
import { isFirstWorkspace } from '../installation/is-first-workspace.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { isAllowed, requirePermission, type Permission } from '../permissions.ts';
import { refuseMissing } from '../refuse-missing.ts';

export type EffectiveRules = ReadonlyMap<AttentionKind, AlertRule>;

const needed: Partial<Record<AttentionKind, Permission>> = {
  'part-failing': 'system.read',
  'low-disk': 'system.read',
  'growing-spool': 'system.read',
  'overdue-backup': 'system.read',
  'old-geo-files': 'system.read',
  'unmatched-events': 'inbox.read',
  'paused-receiver': 'postbacks.read',
  'failed-postbacks': 'postbacks.read',
  // The message names the report and its receivers.
  'failed-report': 'reports.schedule',
  'expiring-key': 'keys.list',
};

export function kindsFor(actor: WorkspaceContext['actor']): AttentionKind[] {
  return attentionKinds.filter((kind) => {
    const permission = needed[kind];
    return permission === undefined || isAllowed(actor, permission);
  });
}

export async function readEffectiveRules(context: WorkspaceContext): Promise<EffectiveRules> {
  const changed = await readInWorkspace(context, 'lookup', (executor) =>
    listChangedAlertRules(executor, context.workspaceId),
  );
  return mergeRules(changed);
}

function mergeRules(changed: readonly ChangedAlertRule[]): EffectiveRules {
  const own = new Map(changed.map((rule) => [rule.kind, rule]));
  return new Map(
    attentionKinds.map((kind) => {
      const { isOn, threshold } = alertRuleKinds[kind];
      const rule = own.get(kind) ?? { isOn, threshold: null };
      const isChanged = rule.isOn !== isOn || (rule.threshold ?? threshold?.default) !== threshold?.default;
      return [
        kind,
        { kind, isOn: rule.isOn, threshold: rule.threshold ?? threshold?.default ?? null, isChanged },
      ];
    }),
  );
}

export function thresholdOf(rules: EffectiveRules, kind: AttentionKind): number {
  return rules.get(kind)?.threshold ?? alertRuleKinds[kind].threshold?.default ?? 0;
}

export async function listAlertRules(
  context: WorkspaceContext,
): Promise<{ rules: AlertRule[]; currency: string }> {
  requirePermission(context.actor, 'alerts.read');
  const kinds = await listKindsHere(context);
  const { changed, settings } = await inSnapshot(context, async (executor) => ({
    changed: await listChangedAlertRules(executor, context.workspaceId),
    settings: await findWorkspaceSettings(executor, context.workspaceId),
  }));
  const rules = mergeRules(changed);
  return {
    rules: kinds.flatMap((kind) => rules.get(kind) ?? []),
    currency: (settings ?? refuseMissing('workspace')).currency,
  };
}

/** Lists the kinds of alerts in this workspace. Alerts about the installation belong to the first workspace. */
async function listKindsHere(context: WorkspaceContext): Promise<AttentionKind[]> {
  const isFirst = await isFirstWorkspace(context);
  return kindsFor(context.actor).filter((kind) => isFirst || alertRuleKinds[kind].of === 'workspace');
}

export async function changeAlertRule(
  context: WorkspaceContext,
  kind: string,
  input: unknown,
): Promise<AlertRule> {
  const { actor, workspaceId } = context;
  requirePermission(actor, 'alerts.manage');
  const { isOn, threshold = null } = parseInput(alertRuleChange, input);
  if (!isAlertKind(kind) || !(await listKindsHere(context)).includes(kind))
    return refuseMissing('alert rule');
  requireThreshold(kind, threshold);
  return await inWorkspace(context, async (executor) => {
    const before = await findRule(executor, workspaceId, kind);
    await saveAlertRule(executor, workspaceId, { kind, isOn, threshold });
    const after = await findRule(executor, workspaceId, kind);
    if (before.isOn !== after.isOn || before.threshold !== after.threshold)
      await recordChange(executor, workspaceId, actor, {
        action: 'alert-rule.update',
        subjectId: workspaceId,
        name: kind,
        before: { isOn: before.isOn, threshold: before.threshold },
        after: { isOn: after.isOn, threshold: after.threshold },
      });
    return after;
  });
}

async function findRule(executor: Executor, workspaceId: string, kind: AttentionKind): Promise<AlertRule> {
  const rules = mergeRules(await listChangedAlertRules(executor, workspaceId));
  return rules.get(kind) ?? refuseMissing('alert rule');
}

function requireThreshold(kind: AttentionKind, threshold: number | null): void {
  if (threshold === null) return;
  const range = alertRuleKinds[kind].threshold;
  if (range === undefined) throw badThreshold('is not supported by this rule');
  if (range.unit !== 'money' && !Number.isInteger(threshold)) throw badThreshold('must be a whole number');
  if (threshold < range.least || threshold > range.most)
    throw badThreshold(`must be between ${range.least} and ${range.most}`);
}

function badThreshold(message: string): WaypostError {
  return invalidInput([{ path: 'threshold', message }]);
}
