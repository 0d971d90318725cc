import { Title } from '@mantine/core';
import { rotatorFields } from '@waypost/contract/conditions/conditions.ts';
import { formatConditions } from '@waypost/contract/conditions/format-conditions.ts';
import { formatPathName } from '@waypost/contract/rotators/path-name.ts';
import { use, type ReactNode } from 'react';
import { writeConditions } from '../../../lib/conditions/nodes.ts';
import { FieldNamingContext } from '../../../lib/reports/field-naming.ts';
import type { Editing } from '../../../lib/forms/use-history.ts';
import { useNamesIn } from '../../../ui/record/use-names-in.ts';
import { RuleFields } from '../../../ui/rules/rule-fields.tsx';
import { RuleList } from '../../../ui/rules/rule-list.tsx';
import { RulePaths } from './rule-paths.tsx';
import { newRule, type RoutingValues, type RuleValues } from './routing-form-schema.ts';
import type { FormattedVisits } from './use-rotator-visits.ts';

export function RulesSection({
  editing,
  warnings,
  visits,
}: {
  editing: Editing<RoutingValues>;
  warnings: ReadonlyMap<number, string[]>;
  visits: FormattedVisits;
}): ReactNode {
  const { form, change } = editing;
  const { rules, paths } = form.values;
  const names = useNamesIn(
    rules.map(({ conditions }) => conditions),
    ['traffic-sources', 'campaigns'],
  );
  const { labels } = use(FieldNamingContext);
  const pathNames = new Map(paths.map((path) => [path.id, formatPathName(path)]));
  return (
    <RuleList
      rules={rules}
      change={(next, tag) => change({ rules: next }, tag)}
      isReadOnly={form.isReadOnly}
      empty="No rules yet. All visitors take the default path."
      another={() => newRule(form.values)}
      format={(rule) => formatRule(rule, { names, labels }, pathNames)}
      note={({ key }) => visits.ofRule(key)}
      warnings={warnings}
      hasMistake={(at) => form.hasErrorIn(`rules.${at}`)}
    >
      {(rule, at, onChange) => <Fields editing={editing} rule={rule} at={at} onChange={onChange} />}
    </RuleList>
  );
}

type Names = ReadonlyMap<string, string>;

function formatRule(
  { conditions, paths }: RuleValues,
  { names, labels }: { names: Names; labels: Names },
  pathNames: Names,
): string {
  const tree = writeConditions(rotatorFields, conditions);
  const to = paths.map(({ pathId }) => pathNames.get(pathId) ?? '?').join(', ');
  return `${tree === null ? 'All visitors' : `If ${formatConditions(tree, names, labels)}`} → ${to}`;
}

function Fields({
  editing,
  rule,
  at,
  onChange,
}: {
  editing: Editing<RoutingValues>;
  rule: RuleValues;
  at: number;
  onChange: (change: Partial<RuleValues>, tag?: string) => void;
}): ReactNode {
  return (
    <RuleFields
      form={editing.form}
      rule={rule}
      path={`rules.${at}`}
      nameField="name"
      title="Conditions"
      fields={rotatorFields}
      onChange={onChange}
    >
      <div>
        <Title order={3} mb={4}>
          Paths
        </Title>
        <RulePaths editing={editing} rule={rule} at={at} onChange={onChange} />
      </div>
    </RuleFields>
  );
}
