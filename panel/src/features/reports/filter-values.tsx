import { Input, MultiSelect, TagsInput, TextInput } from '@mantine/core';
import { formatFieldValue } from '@waypost/contract/conditions/format-field.ts';
import { isDimensionId, reportDimensions, type DimensionId } from '@waypost/contract/report-dimensions.ts';
import type { MetricId } from '@waypost/contract/report-metrics.ts';
import type { ReactNode } from 'react';
import { countryOptions } from '../../lib/country-names.ts';
import { formatDimensionValue } from '../../lib/dimension-labels.ts';
import { isOfSeveral } from '../../lib/operator-labels.ts';
import type { ReportFilter, ReportValue } from '../../lib/report-search.ts';
import { RecordsChoice } from '../../ui/record/records-choice.tsx';
import { dimensionRecordTypes } from './use-filter-labels.ts';

type ValuesProps = {
  field: DimensionId | MetricId;
  op: ReportFilter['op'];
  values: string[];
  seen: readonly ReportValue[];
  /** Names of the records in the rows shown, by record ID. */
  names: Readonly<Record<string, string>>;
  onChange: (values: string[]) => void;
};

const inPlace = { withinPortal: false } as const;

export function FilterValues(props: ValuesProps): ReactNode {
  const { field, op, values, onChange } = props;
  const [first = ''] = values;
  if (!isDimensionId(field) || !isOfSeveral(op))
    return (
      <TextInput
        label="Value"
        description={isDimensionId(field) ? example(field) : 'A number, such as 0.2 for 20%'}
        value={first}
        onChange={({ currentTarget }) => onChange([currentTarget.value].filter((text) => text !== ''))}
        error={!isDimensionId(field) && !Number.isFinite(Number(first)) ? 'Enter a number.' : undefined}
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
}: ValuesProps & { field: DimensionId }): ReactNode {
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
      // Commas do not split the input, because values may contain commas.
      splitChars={[]}
      acceptValueOnBlur
      onChange={onChange}
    />
  );
}

function example(field: DimensionId): string {
  return `Example: ${reportDimensions[field].example}`;
}

/**
 * Returns the allowed values, or undefined if any text is allowed. Paths cannot be listed, so only the paths in the
 * rows shown are offered.
 */
function optionsOf(
  field: DimensionId,
  seen: readonly ReportValue[],
  names: Readonly<Record<string, string>>,
): readonly { value: string; label: string }[] | undefined {
  const { kind, choices } = reportDimensions[field];
  if (kind === 'country') return countryOptions;
  if (choices !== undefined)
    return choices.map((value) => ({ value, label: formatFieldValue(field, value) }));
  if (kind !== 'record') return undefined;
  return seen
    .filter((value) => value !== null)
    .map((value) => ({ value: String(value), label: formatDimensionValue(field, value, names) }));
}
