import { Button, Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { formatPathName } from '@waypost/contract/rotators/path-name.ts';
import { useState, type ReactNode } from 'react';
import type { Editing } from '../../../lib/forms/use-history.ts';
import { useNamesIn } from '../../../ui/record/use-names-in.ts';
import { PathCard } from './path-card.tsx';
import { newPath, type RoutingValues } from './routing-form-schema.ts';
import type { FormattedVisits } from './use-rotator-visits.ts';

export function PathsSection({
  editing,
  visits,
}: {
  editing: Editing<RoutingValues>;
  visits: FormattedVisits;
}): ReactNode {
  const { form, change } = editing;
  const { paths, rules, defaultPathId } = form.values;
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(paths.length === 1 ? [defaultPathId] : []),
  );
  const names = useNamesIn(
    paths.map(({ landings, offers }) => [landings, offers]),
    ['landings', 'offers'],
  );
  const toggle = (id: string) => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  return (
    <div>
      <DefaultPath editing={editing} visits={visits.ofDefault} />
      {paths.map((path, at) => {
        const usedBy = rules.flatMap((rule, index) =>
          rule.paths.some(({ pathId }) => pathId === path.id) ? [index + 1] : [],
        );
        const isDefault = path.id === defaultPathId;
        const hasError = form.hasErrorIn(`paths.${at}`);
        return (
          <PathCard
            key={path.id}
            form={form}
            path={path}
            at={at}
            isOpen={open.has(path.id) || hasError}
            toggle={() => toggle(path.id)}
            isDefault={isDefault}
            rules={usedBy}
            names={names}
            visits={visits.ofPath(path.id)}
            hasError={hasError}
            onChange={(next, tag) => change({ paths: paths.with(at, { ...path, ...next }) }, tag)}
            remove={
              isDefault || usedBy.length > 0 ? undefined : () => change({ paths: paths.toSpliced(at, 1) })
            }
          />
        );
      })}
      {form.isReadOnly ? null : (
        <Button
          mt="sm"
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => {
            const path = newPath(form.values);
            change({ paths: [...paths, path] });
            toggle(path.id);
          }}
        >
          New path
        </Button>
      )}
    </div>
  );
}

function DefaultPath({
  editing: { form, change },
  visits,
}: {
  editing: Editing<RoutingValues>;
  visits: string | undefined;
}): ReactNode {
  const { paths, defaultPathId } = form.values;
  return (
    <Select
      label="Default path"
      description={`Used when no rule matches${visits === undefined ? '.' : ` (${visits}).`}`}
      maw={420}
      mb="sm"
      data={paths.map((path) => ({ value: path.id, label: formatPathName(path) }))}
      value={defaultPathId}
      allowDeselect={false}
      readOnly={form.isReadOnly}
      error={form.errorAt('defaultPathId')}
      onChange={(id) => {
        if (id !== null) change({ defaultPathId: id });
      }}
    />
  );
}
