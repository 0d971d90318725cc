import { TextInput, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { shapeOf, type GroupNode } from '../../lib/conditions/nodes.ts';
import type { RecordForm } from '../../lib/forms/use-record-form.ts';
import { ConditionGroup } from '../conditions/condition-group.tsx';
import type { ConditionsProps } from '../conditions/condition-leaf.tsx';
import type { ListedRule } from './rule-card.tsx';

type ConditionalRule = ListedRule & { conditions: GroupNode };

export function RuleFields<Values extends object>({
  form,
  rule,
  path,
  nameField,
  title,
  fields,
  onChange,
  children,
}: {
  form: RecordForm<Values>;
  rule: ConditionalRule;
  path: string;
  nameField: 'name' | 'label';
  title: string;
  fields: ConditionsProps['fields'];
  onChange: (change: Partial<Pick<ConditionalRule, 'name' | 'conditions'>>, tag: string) => void;
  children: ReactNode;
}): ReactNode {
  const namePath = `${path}.${nameField}`;
  return (
    <>
      <TextInput
        label="Name"
        maw={420}
        value={rule.name}
        readOnly={form.isReadOnly}
        error={form.errorAt(namePath)}
        onBlur={() => form.leave(namePath)}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value }, `${rule.key} name`)}
      />
      <div>
        <Title order={3} mb={4}>
          {title}
        </Title>
        <ConditionGroup
          fields={fields}
          group={rule.conditions}
          path={`${path}.conditions`}
          errorAt={form.errorAt}
          leave={form.leave}
          isReadOnly={form.isReadOnly}
          onChange={(conditions) => onChange({ conditions }, `${rule.key} ${shapeOf(conditions)}`)}
        />
      </div>
      {children}
    </>
  );
}
