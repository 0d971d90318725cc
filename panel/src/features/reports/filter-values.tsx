import { Input, MultiSelect, TagsInput, TextInput } from '@mantine/core';
import {
  isDimensionId,
  reportDimensions,
  type DimensionId,
} from '@waypost/contract/reports/report-dimensions.ts';
import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import type { ReactNode } from 'react';
import {
  isPercentMetric,
  readMetricNumber,
  writeMetricNumber,
} from '../../lib/reports/read-metric-number.ts';
import { optionsOf } from './filter-options.ts';
import { isOfSeveral } from '@waypost/contract/reports/operator-labels.ts';
import type { ReportFilter, ReportValue } from './report-search.ts';
import { RecordsChoice } from '../../ui/record/records-choice.tsx';
import { dimensionRecordTypes } from './use-filter-labels.ts';

type FilterValuesProps = {
  field: DimensionId | AnyMetricId;
  op: ReportFilter['op'];
  values: string[];
  seen: readonly ReportValue[];
  /** Names of the records in the rows shown, by record ID. */
  names: Readonly<Record<string, string>>;
  onChange: (values: string[]) => void;
};

const inPlace = { withinPortal: false } as const;

export function FilterValues(props: FilterValuesProps): ReactNode {
  const { field, op, values, onChange } = props;
  const [first = ''] = values;
  if (!isDimensionId(field) || !isOfSeveral(op))
    return (
      <TextInput
        label="Value"
        description={isDimensionId(field) ? example(field) : hintOf(field, first)}
        value={first}
        onChange={({ currentTarget }) => onChange([currentTarget.value].filter((text) => text !== ''))}
        error={
          !isDimensionId(field) && first !== '' && !Number.isFinite(readMetricNumber(field, first))
            ? 'Enter a number.'
            : undefined
        }
      />
    );
  return <SeveralValues {...props} field={field} />;
}

function SeveralValues({
  field,
  values,
  seen,
  names,
  onChange,
}: FilterValuesProps & { field: DimensionId }): ReactNode {
  const recordType = dimensionRecordTypes[field];
  if (recordType !== undefined)
    return (
      <Input.Wrapper label="Values" labelElement="div">
        <RecordsChoice
          thing={recordType}
          values={values}
          onChange={onChange}
          error={undefined}
          isReadOnly={false}
          isInPlace
        />
      </Input.Wrapper>
    );
  const options = optionsOf(field, seen, names);
  if (options !== undefined)
    return (
      <MultiSelect
        label="Values"
        data={options}
        value={values}
        onChange={onChange}
        searchable
        hidePickedOptions
        comboboxProps={inPlace}
        maxDropdownHeight={220}
        nothingFoundMessage="No matches"
      />
    );
  return (
    <TagsInput
      label="Values"
      description={`${example(field)}. Press Enter after each value.`}
      value={values}
      // Commas do not separate values, because a value may contain commas.
      splitChars={[]}
      acceptValueOnBlur
      onChange={onChange}
    />
  );
}

function hintOf(field: AnyMetricId, text: string): string {
  if (!isPercentMetric(field)) return 'A number, such as 10';
  const value = readMetricNumber(field, text);
  return Number.isFinite(value) && !text.includes('%')
    ? `Is read as ${writeMetricNumber(field, value)}`
    : 'A percentage, such as 20%';
}

function example(field: DimensionId): string {
  return `Example: ${reportDimensions[field].example}`;
}
