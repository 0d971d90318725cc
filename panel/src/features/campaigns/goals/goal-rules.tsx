import { Box, Title } from '@mantine/core';
import { goalFields } from '@waypost/contract/conditions/conditions.ts';
import type { ReactNode } from 'react';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import type { Editing } from '../../../lib/forms/use-history.ts';
import { useNamesIn } from '../../../ui/record/use-names-in.ts';
import { AddLine } from '../../../ui/rules/add-line.tsx';
import { RuleFields } from '../../../ui/rules/rule-fields.tsx';
import { RuleList } from '../../../ui/rules/rule-list.tsx';
import { ActionCard } from './action-card.tsx';
import {
  newGoalRule,
  nextAction,
  formatConditionsOf,
  writeAction,
  type ActionValues,
  type GoalRuleValues,
  type GoalsValues,
} from './goals-form-schema.ts';
import { formatAction } from './format-goals.ts';

export function GoalRules({ editing }: { editing: Editing<GoalsValues> }): ReactNode {
  const { workspace } = useWorkspace();
  const { form, change } = editing;
  const { rules } = form.values;
  const names = useNamesIn(
    rules.map(({ conditions }) => conditions),
    ['offers', 'campaigns'],
  );
  return (
    <RuleList
      rules={rules}
      change={(next, tag) => change({ rules: next }, tag)}
      isReadOnly={form.isReadOnly}
      empty="No rules yet. Each postback from a network counts as a conversion with the payout that it reports."
      another={() => newGoalRule(form.values)}
      format={(rule) => formatLines(rule, names, workspace.currency)}
      hasMistake={(at) => form.hasErrorIn(`rules.${at}`)}
    >
      {(rule, at, onChange) => <Fields editing={editing} rule={rule} at={at} onChange={onChange} />}
    </RuleList>
  );
}

function formatLines(
  { conditions, actions }: GoalRuleValues,
  names: ReadonlyMap<string, string>,
  currency: string,
): ReactNode {
  return (
    <>
      {formatConditionsOf(conditions, names)}
      {actions.map((action) => (
        <span key={action.key} style={{ display: 'block' }}>
          {`${action.label}${action.enabled ? '' : ' (off)'}: ${formatDraftAction(action, currency)}`}
        </span>
      ))}
    </>
  );
}

function formatDraftAction(values: ActionValues, currency: string): string {
  const action = writeAction(values);
  const { payoutFixed, costFixed, costShare } = action;
  const amounts = {
    payoutFixed: orNone(payoutFixed),
    costFixed: orNone(costFixed),
    costShare: orNone(costShare),
  };
  return formatAction({ ...action, ...amounts }, currency);
}

/** Returns null for a half-typed amount, which is not a number yet. */
function orNone(amount: number | string | null): number | null {
  return typeof amount === 'number' ? amount : null;
}

type FieldsProps = {
  editing: Editing<GoalsValues>;
  rule: GoalRuleValues;
  at: number;
  onChange: (change: Partial<GoalRuleValues>, tag?: string) => void;
};

function Fields(props: FieldsProps): ReactNode {
  const { editing, rule, at, onChange } = props;
  return (
    <RuleFields
      form={editing.form}
      rule={rule}
      path={`rules.${at}`}
      nameField="label"
      title="Conditions"
      fields={goalFields}
      onChange={onChange}
    >
      <Actions {...props} />
    </RuleFields>
  );
}

function Actions({ editing: { form }, rule, at, onChange }: FieldsProps): ReactNode {
  const { actions } = rule;
  const another = nextAction(actions);
  return (
    <div role="group" aria-label="Actions">
      <Title order={3} mb={4}>
        Actions
      </Title>
      {actions.map((action, index) => (
        <ActionCard
          key={action.key}
          form={form}
          action={action}
          path={`rules.${at}.actions.${index}`}
          onChange={(change, tag) =>
            onChange(
              { actions: actions.with(index, { ...action, ...change }) },
              tag === undefined ? undefined : `${rule.key} ${action.key} ${tag}`,
            )
          }
          remove={actions.length > 1 ? () => onChange({ actions: actions.toSpliced(index, 1) }) : undefined}
        />
      ))}
      <Box mt="xs">
        <AddLine
          error={form.errorAt(`rules.${at}.actions`)}
          label="Add action"
          onAdd={
            form.isReadOnly || another === undefined
              ? undefined
              : () => onChange({ actions: [...actions, another] })
          }
        />
      </Box>
    </div>
  );
}
