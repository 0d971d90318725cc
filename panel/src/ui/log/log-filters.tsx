import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { RecordChoice } from '../record/record-choice.tsx';
import { Toolbar } from '../toolbar.tsx';

export function LogFilters<Kind extends string>({
  kind,
  campaignId,
  change,
  range,
  children,
}: {
  kind: {
    label: string;
    placeholder: string;
    choices: { value: string; label: string }[];
    value: Kind | undefined;
    onChoose: (chosen: Kind | undefined) => void;
  };
  campaignId: string | undefined;
  change: (change: { campaignId: string }) => void;
  range?: ReactNode;
  children?: ReactNode;
}): ReactNode {
  return (
    <Toolbar label="Filters">
      {range}
      <Select
        aria-label={kind.label}
        placeholder={kind.placeholder}
        data={kind.choices}
        value={kind.value ?? null}
        searchable={kind.choices.length > 8}
        clearable
        w={220}
        onChange={(chosen) => kind.onChoose((chosen ?? undefined) as Kind | undefined)}
      />
      <RecordChoice
        thing="campaigns"
        aria-label="Campaign"
        placeholder="All campaigns"
        value={campaignId ?? ''}
        onChange={(id) => change({ campaignId: id })}
        isOptional
      />
      {children}
    </Toolbar>
  );
}
