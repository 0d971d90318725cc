import { ActionIcon, Select, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { findField, parameterOf } from '@waypost/contract/conditions/conditions.ts';
import { use, useState, type ReactNode } from 'react';
import { pathInside, type LeafNode } from '../../lib/conditions/nodes.ts';
import {
  anyParameter,
  fieldOptions,
  operatorOf,
  operatorOptions,
  readOperator,
  type RuleFields,
} from '../../lib/conditions/options.ts';
import { fieldFilter, showAllOption } from '../../lib/reports/field-choices.ts';
import { FieldNamingContext } from '../../lib/reports/field-naming.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { NamedGroup } from '../named-group.tsx';
import classes from './conditions.module.css';
import { timeKinds, withField, withOperator } from './change-leaf.ts';
import { LeafValues } from './leaf-values.tsx';

export type ConditionsProps = {
  fields: RuleFields;
  errorAt: (path: string) => string | undefined;
  leave: (path: string) => void;
  isReadOnly: boolean;
};

export function ConditionLeaf({
  leaf,
  path,
  onChange,
  remove,
  ...props
}: ConditionsProps & {
  leaf: LeafNode;
  path: string;
  onChange: (leaf: LeafNode) => void;
  remove: () => void;
}): ReactNode {
  const { fields, errorAt, isReadOnly } = props;
  const known = findField(fields, leaf.field);
  const inside = pathInside(leaf, path);
  const error =
    errorAt(`${inside}.values`) ??
    leaf.values.map((_, at) => errorAt(`${inside}.values.${at}`)).find((message) => message !== undefined) ??
    errorAt(inside);
  return (
    <NamedGroup className={classes['leaf']} label="Condition" onLeave={() => props.leave(path)}>
      <FieldChoice {...props} leaf={leaf} path={inside} onChange={onChange} />
      <Select
        aria-label="Operator"
        data={operatorOptions(known?.operators ?? [], leaf.field)}
        value={operatorOf(leaf)}
        allowDeselect={false}
        readOnly={isReadOnly}
        error={errorAt(`${inside}.op`)}
        onChange={(text) => {
          if (text !== null) onChange(withOperator(leaf, readOperator(text)));
        }}
      />
      <div className={classes['values']}>
        <LeafValues
          fields={fields}
          leaf={leaf}
          onChange={(values) => onChange({ ...leaf, values })}
          error={error}
          isReadOnly={isReadOnly}
        />
        {timeKinds.has(known?.kind ?? '') ? (
          <Zone
            leaf={leaf}
            onChange={onChange}
            error={errorAt(`${inside}.timezone`)}
            isReadOnly={isReadOnly}
          />
        ) : null}
        {known?.kind === 'unique' ? (
          <TextInput
            mt={4}
            size="xs"
            aria-label="Hours"
            placeholder="Hours (default: 24)"
            inputMode="numeric"
            value={leaf.windowHours}
            readOnly={isReadOnly}
            error={errorAt(`${inside}.windowHours`)}
            onChange={({ currentTarget }) => onChange({ ...leaf, windowHours: currentTarget.value })}
          />
        ) : null}
      </div>
      {isReadOnly ? (
        <span />
      ) : (
        <ActionIcon size={30} aria-label="Remove condition" onClick={remove}>
          <IconTrash size={14} aria-hidden />
        </ActionIcon>
      )}
    </NamedGroup>
  );
}

function FieldChoice({
  fields,
  errorAt,
  isReadOnly,
  leaf,
  path,
  onChange,
}: ConditionsProps & { leaf: LeafNode; path: string; onChange: (leaf: LeafNode) => void }): ReactNode {
  const naming = use(FieldNamingContext);
  const [isAll, setAll] = useState(false);
  const isParameter = leaf.field.startsWith('param.');
  const error = errorAt(`${path}.field`);
  return (
    <div>
      <Select
        aria-label="Field"
        data={[...fieldOptions(fields, naming.labels), { group: 'More', items: [showAllOption] }]}
        filter={fieldFilter({
          naming,
          chosen: [leaf.field],
          // Goal rules have no tokens.
          isAll: isAll || !Object.hasOwn(fields, 'token1'),
        })}
        value={isParameter ? anyParameter : leaf.field}
        searchable
        allowDeselect={false}
        readOnly={isReadOnly}
        maxDropdownHeight={320}
        nothingFoundMessage="No results"
        error={isParameter ? undefined : error}
        onChange={(field) => {
          if (field === showAllOption.value) setAll(true);
          else if (field !== null)
            onChange(withField(fields, leaf, field === anyParameter ? 'param.' : field));
        }}
      />
      {isParameter ? (
        <TextInput
          mt={4}
          size="xs"
          aria-label="Parameter name"
          placeholder="utm_source"
          value={leaf.field.slice('param.'.length)}
          readOnly={isReadOnly}
          error={
            error === undefined
              ? undefined
              : parameterOf(leaf.field) === undefined
                ? 'Enter a parameter name.'
                : error
          }
          onChange={({ currentTarget }) => onChange({ ...leaf, field: `param.${currentTarget.value}` })}
        />
      ) : null}
    </div>
  );
}

function Zone({
  leaf,
  onChange,
  error,
  isReadOnly,
}: {
  leaf: LeafNode;
  onChange: (leaf: LeafNode) => void;
  error: string | undefined;
  isReadOnly: boolean;
}): ReactNode {
  const { workspace } = useWorkspace();
  return (
    <Select
      mt={4}
      size="xs"
      aria-label="Time zone"
      placeholder={`${workspace.timezone} (workspace)`}
      data={Intl.supportedValuesOf('timeZone')}
      limit={50}
      value={leaf.timezone === '' ? null : leaf.timezone}
      searchable
      clearable
      readOnly={isReadOnly}
      error={error}
      onChange={(timezone) => onChange({ ...leaf, timezone: timezone ?? '' })}
    />
  );
}
