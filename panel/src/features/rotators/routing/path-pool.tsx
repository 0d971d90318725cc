import { Text, Title } from '@mantine/core';
import { defaultWeight } from '@waypost/contract/rotators/rules-input.ts';
import type { ReactNode } from 'react';
import type { RecordForm } from '../../../lib/forms/use-record-form.ts';
import { RecordChoice } from '../../../ui/record/record-choice.tsx';
import { NamedGroup } from '../../../ui/named-group.tsx';
import { AddLine } from '../../../ui/rules/add-line.tsx';
import { sharesOf, type PathValues, type PoolItem, type RoutingValues } from './routing-form-schema.ts';
import { ShareBar } from './share-bar.tsx';
import { WeightedList } from './weighted-list.tsx';

const pools = {
  landings: {
    title: 'Landing pages',
    one: 'Landing page',
    add: 'Add landing page',
    field: 'landingId',
    lead: 'Optional pages shown before the offer. Without one, visitors go straight to the offer.',
  },
  offers: {
    title: 'Offers',
    one: 'Offer',
    add: 'Add offer',
    field: 'offerId',
    lead: 'Destinations for this path.',
  },
} as const;

type PoolForm = Pick<RecordForm<RoutingValues>, 'errorAt' | 'leave' | 'isReadOnly'>;

type PoolProps = {
  form: PoolForm;
  path: Pick<PathValues, 'landings' | 'offers'>;
  at: number;
  names: ReadonlyMap<string, string>;
  onChange: (change: Partial<Pick<PathValues, 'landings' | 'offers'>>, tag?: string) => void;
};

// Edits the landing pages or offers of a path.
export function PathPool({
  form,
  path,
  at,
  names,
  onChange,
  kind,
}: PoolProps & { kind: 'landings' | 'offers' }): ReactNode {
  const { title, one, add, field, lead } = pools[kind];
  const items = path[kind];
  const where = `paths.${at}.${kind}`;
  const shares = sharesOf(items);
  const set = (list: PoolItem[], tag?: string) => onChange({ [kind]: list }, tag);
  return (
    <NamedGroup label={title} onLeave={() => form.leave(where)}>
      <Title order={3}>{title}</Title>
      <Text size="xs" c="dimmed" mb={4}>
        {lead}
      </Text>
      {items.length > 1 ? (
        <ShareBar
          parts={items.map(({ recordId }, index) => ({
            label: names.get(recordId) ?? '',
            share: shares[index] ?? 0,
          }))}
        />
      ) : null}
      <WeightedList
        items={items}
        label={one}
        path={where}
        isReadOnly={form.isReadOnly}
        errorAt={form.errorAt}
        nameOf={({ recordId }) => names.get(recordId) ?? one}
        onChange={set}
      >
        {(item, index, setItem) => (
          <RecordChoice
            aria-label={one}
            thing={kind}
            placeholder={`Choose ${kind === 'offers' ? 'an offer' : 'a landing page'}`}
            value={item.recordId}
            onChange={(recordId) => setItem({ ...item, recordId })}
            error={form.errorAt(`${where}.${index}.${field}`)}
            readOnly={form.isReadOnly}
          />
        )}
      </WeightedList>
      <AddLine
        error={form.errorAt(where)}
        label={add}
        onAdd={
          form.isReadOnly
            ? undefined
            : () => set([...items, { recordId: '', weight: defaultWeight, enabled: true }])
        }
      />
    </NamedGroup>
  );
}
