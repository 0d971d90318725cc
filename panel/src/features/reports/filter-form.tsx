import { Button, Checkbox, Group, Select, Stack } from '@mantine/core';
import { isDimensionId, type DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import { use, useState, type FormEvent, type ReactNode } from 'react';
import { formatDimensionValue } from '../../lib/reports/dimension-labels.ts';
import { fieldChoices, fieldFilter, showAllOption } from '../../lib/reports/field-choices.ts';
import { FieldNamingContext } from '../../lib/reports/field-naming.ts';
import { isExactOp, operatorLabels, opsOf } from '@waypost/contract/reports/operator-labels.ts';
import { writeFilter } from './write-filter.ts';
import type { ReportFilter, ReportValue } from './report-search.ts';
import { FilterValues } from './filter-values.tsx';
import { isKnownMetric } from '../../lib/format/describe-metric.ts';

export type AddProps = {
  seen: Readonly<Record<string, readonly ReportValue[]>>;
  labels: Readonly<Record<string, Readonly<Record<string, string>>>>;
  onAdd: (filter: ReportFilter) => void;
};

const suggestionsMax = 12;

export function FilterForm({ seen, labels, onAdd }: AddProps): ReactNode {
  const [field, setField] = useState<DimensionId | AnyMetricId>('country');
  const [op, setOp] = useState<ReportFilter['op']>('is');
  const [texts, setTexts] = useState<string[]>([]);
  const [isUnknown, setUnknown] = useState(false);
  const naming = use(FieldNamingContext);
  const [isAll, setAll] = useState(false);
  const ops = opsOf(field);
  const chosen = ops.find((one) => one === op) ?? ops[0] ?? 'is';
  const isExact = isExactOp(chosen);
  const filter = writeFilter({ field, op: chosen, texts, isUnknown });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (filter !== undefined) onAdd(filter);
  };
  return (
    <form onSubmit={send}>
      <Stack gap="sm" w={280}>
        <Select
          label="Field"
          data={fieldChoices(naming)}
          filter={fieldFilter({ naming, chosen: [field], isAll })}
          value={field}
          searchable
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          onChange={(value) => {
            if (value === showAllOption.value) setAll(true);
            if (value === null || !(isDimensionId(value) || isKnownMetric(value))) return;
            setField(value);
            setTexts([]);
          }}
        />
        <Select
          label="Operator"
          data={ops.map((one) => ({ value: one, label: operatorLabels[one] }))}
          value={chosen}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          onChange={(value) => setOp(ops.find((one) => one === value) ?? chosen)}
        />
        <FilterValues
          field={field}
          op={chosen}
          values={texts}
          seen={seen[field] ?? []}
          names={labels[field] ?? {}}
          onChange={setTexts}
        />
        {isExact ? (
          <Checkbox
            label="Include unknown values"
            checked={isUnknown}
            onChange={({ currentTarget }) => setUnknown(currentTarget.checked)}
          />
        ) : null}
        {isExact && isDimensionId(field) ? (
          <Suggestions
            field={field}
            values={(seen[field] ?? []).slice(0, suggestionsMax)}
            names={labels[field]}
            onPick={(value) => onAdd({ field, op: chosen, values: [value] })}
          />
        ) : null}
        <Button type="submit" disabled={filter === undefined}>
          Add filter
        </Button>
      </Stack>
    </form>
  );
}

function Suggestions({
  field,
  values,
  names,
  onPick,
}: {
  field: DimensionId;
  values: readonly ReportValue[];
  names: Readonly<Record<string, string>> | undefined;
  onPick: (value: ReportValue) => void;
}): ReactNode {
  return values.length === 0 ? null : (
    <Group gap={4} role="group" aria-label="Values in this report">
      {values.map((value) => (
        <Button key={String(value)} size="compact-sm" variant="default" onClick={() => onPick(value)}>
          {formatDimensionValue(field, value, names)}
        </Button>
      ))}
    </Group>
  );
}
