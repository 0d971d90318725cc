import { Select } from '@mantine/core';
import { blockPathName, formatPathName } from '@waypost/contract/rotators/path-name.ts';
import { defaultWeight } from '@waypost/contract/rotators/rules-input.ts';
import { useState, type ReactNode } from 'react';
import type { Editing } from '../../../lib/forms/use-history.ts';
import { NamedGroup } from '../../../ui/named-group.tsx';
import { AddLine } from '../../../ui/rules/add-line.tsx';
import { PathDrawer } from './path-drawer.tsx';
import {
  newBlockPath,
  newPath,
  sharesOf,
  type RoutingValues,
  type RuleValues,
} from './routing-form-schema.ts';
import { ShareBar } from './share-bar.tsx';
import { WeightedList } from './weighted-list.tsx';

// Values of the options that create a path.
const creates = 'create';
const createsBlock = 'create-block';

export function RulePaths({
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
  const { form, change } = editing;
  const { paths, rules } = form.values;
  const [openId, setOpenId] = useState<string>();
  const byId = new Map(paths.map((path) => [path.id, path]));
  const isOn = ({ pathId }: RuleValues['paths'][number]) => byId.get(pathId)?.enabled === true;
  const shares = sharesOf(rule.paths.map((one) => ({ ...one, enabled: isOn(one) })));
  const path = `rules.${at}.paths`;
  const unused = paths.find(({ id }) => !rule.paths.some(({ pathId }) => pathId === id));
  const create = (item: RuleValues['paths'][number], index: number, blocks: boolean) => {
    const created = blocks ? newBlockPath() : newPath(form.values);
    const next = { ...rule, paths: rule.paths.with(index, { ...item, pathId: created.id }) };
    change({ paths: [...paths, created], rules: rules.with(at, next) });
    if (!blocks) setOpenId(created.id);
  };
  return (
    <NamedGroup label="Rule paths" onLeave={() => form.leave(path)}>
      {rule.paths.length > 1 ? (
        <ShareBar
          parts={rule.paths.map(({ pathId }, index) => ({
            label: formatPathName(byId.get(pathId) ?? { name: '' }),
            share: shares[index] ?? 0,
          }))}
        />
      ) : null}
      <WeightedList
        items={rule.paths}
        label="Path"
        path={path}
        isReadOnly={form.isReadOnly}
        errorAt={form.errorAt}
        isOn={isOn}
        nameOf={({ pathId }) => formatPathName(byId.get(pathId) ?? { name: '' })}
        onChange={(items, tag) => onChange({ paths: items }, tag)}
      >
        {(item, index, set) => (
          <PathSelect
            paths={paths}
            value={item.pathId}
            isReadOnly={form.isReadOnly}
            error={form.errorAt(`${path}.${index}.pathId`)}
            onChange={(pathId) => set({ ...item, pathId })}
            onCreate={(blocks) => create(item, index, blocks)}
          />
        )}
      </WeightedList>
      <AddLine
        error={form.errorAt(path)}
        label="Add path"
        onAdd={
          form.isReadOnly || unused === undefined
            ? undefined
            : () => onChange({ paths: [...rule.paths, { pathId: unused.id, weight: defaultWeight }] })
        }
      />
      {openId === undefined ? null : (
        <PathDrawer editing={editing} pathId={openId} close={() => setOpenId(undefined)} />
      )}
    </NamedGroup>
  );
}

function PathSelect({
  paths,
  value,
  isReadOnly,
  error,
  onChange,
  onCreate,
}: {
  paths: RoutingValues['paths'];
  value: string;
  isReadOnly: boolean;
  error: string | undefined;
  onChange: (pathId: string) => void;
  onCreate: (blocks: boolean) => void;
}): ReactNode {
  const known = paths.map((path) => ({
    value: path.id,
    label: path.enabled ? formatPathName(path) : `${formatPathName(path)} (off)`,
  }));
  // Offered until the rotator has a path that blocks, which is then among its paths.
  const block = paths.some(({ blocks }) => blocks) ? [] : [{ value: createsBlock, label: blockPathName }];
  return (
    <Select
      aria-label="Path"
      data={[...known, ...block, { value: creates, label: 'New path…' }]}
      value={value}
      allowDeselect={false}
      searchable
      openOnFocus={false}
      readOnly={isReadOnly}
      error={error}
      onChange={(pathId) => {
        if (pathId === creates || pathId === createsBlock) onCreate(pathId === createsBlock);
        else if (pathId !== null) onChange(pathId);
      }}
    />
  );
}
