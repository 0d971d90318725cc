import { Box, Title } from '@mantine/core';
import { goalFields } from '@waypost/contract/conditions.ts';
import type { ReactNode } from 'react';
import { useWorkspace } from '../../../lib/current-workspace.ts';
import type { Editing } from '../../../lib/record-form/use-history.ts';
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

/** Which events each rule takes, and what they mean then. */
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
      empty="No rules yet: every event that a network reports is event 1, a conversion with the payout that came in."
      another={() => newGoalRule(form.values)}
      say={(rule) => formatLines(rule, names, workspace.currency)}
      hasMistake={(at) => form.hasErrorIn(`rules.${at}`)}
    >
      {(rule, at, onChange) => <Fields editing={editing} rule={rule} at={at} onChange={onChange} />}
    </RuleList>
  );
}

/** When it holds, and a line for each of its actions. */
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
          {`${action.label}${action.enabled ? '' : ' (off)'}: ${formatOne(action, currency)}`}
        </span>
      ))}
    </>
  );
}

function formatOne(values: ActionValues, currency: string): string {
  const action = writeAction(values);
  const { payoutFixed, costFixed, costShare } = action;
  const amounts = {
    payoutFixed: orNone(payoutFixed),
    costFixed: orNone(costFixed),
    costShare: orNone(costShare),
  };
  return formatAction({ ...action, ...amounts }, currency);
}

/** While an amount is being typed it may be none. */
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
      title="Which events"
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
        What they mean
      </Title>
      {actions.map((action, place) => (
        <ActionCard
          key={action.key}
          form={form}
          action={action}
          path={`rules.${at}.actions.${place}`}
          onChange={(change, tag) =>
            onChange(
              { actions: actions.with(place, { ...action, ...change }) },
              tag === undefined ? undefined : `${rule.key} ${action.key} ${tag}`,
            )
          }
          remove={actions.length > 1 ? () => onChange({ actions: actions.toSpliced(place, 1) }) : undefined}
        />
      ))}
      <Box mt="xs">
        <AddLine
          error={form.errorAt(`rules.${at}.actions`)}
          label="Add an action"
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
