import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { IconPercentage } from '@tabler/icons-react';
import { defaultWeight } from '@waypost/contract/rotators/rules-input.ts';
import { useState, type ReactNode } from 'react';
import { toNumber } from '../../../lib/forms/to-number.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import type { Weight } from './routing-form-schema.ts';
import { hasEqualWeights, setWeights } from './set-weights.ts';

type WeightToolsProps<Item> = {
  items: readonly Item[];
  /** Name of an entry of the list, such as "Path". */
  label: string;
  nameOf: (item: Item) => string;
  onChange: (items: Item[]) => void;
};

/** Sets the weights of several entries at once. Like every edit of the form, it can be undone until it is saved. */
export function WeightTools<Item extends { weight: Weight }>(props: WeightToolsProps<Item>): ReactNode {
  const { items, label, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const all = new Set(items.keys());
  return (
    <Group gap="sm" role="group" aria-label={`${label} weights`}>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconPercentage size={14} aria-hidden />}
        disabled={hasEqualWeights(items)}
        onClick={() => onChange(setWeights(items, all, defaultWeight))}
      >
        Equal weights
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={() => setOpen(true)}>
        Set weights
      </Button>
      {isOpen ? <WeightsDialog {...props} close={() => setOpen(false)} /> : null}
    </Group>
  );
}

function WeightsDialog<Item extends { weight: Weight }>({
  items,
  label,
  nameOf,
  onChange,
  close,
}: WeightToolsProps<Item> & { close: () => void }): ReactNode {
  const [chosen, setChosen] = useState<readonly string[]>(items.map((_, at) => String(at)));
  const [weight, setWeight] = useState(String(defaultWeight));
  const apply = () => {
    onChange(setWeights(items, new Set(chosen.map(Number)), toNumber(weight)));
    close();
  };
  const canApply = chosen.length > 0 && /^\d+$/.test(weight.trim());
  return (
    <Confirm
      title={`${label} weights`}
      action="Set weight"
      color="ink"
      isReady={canApply}
      doing={{ mutate: apply, isPending: false, error: null }}
      close={close}
    >
      <Stack gap="md">
        <TextInput
          label="Weight"
          description="Whole number. The share of an entry is its weight divided by the sum of all weights."
          inputMode="numeric"
          maw={220}
          data-autofocus
          value={weight}
          onChange={({ currentTarget }) => setWeight(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && canApply) apply();
          }}
        />
        <Checkbox.Group label="Apply to" value={[...chosen]} onChange={setChosen}>
          <Stack gap="sm" mt="xs">
            {items.map((item, at) => (
              // The index is the key, because items have no IDs.
              // oxlint-disable-next-line react/no-array-index-key
              <Checkbox key={at} value={String(at)} label={`${nameOf(item)} (${item.weight})`} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Stack>
    </Confirm>
  );
}
