import { ActionIcon, Switch, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { toNumber } from '../../../lib/forms/to-number.ts';
import { formatShare } from '../../../lib/format/format-share.ts';
import { sharesOf, type Weight } from './routing-form-schema.ts';
import classes from './routing.module.css';
import { WeightTools } from './weight-tools.tsx';

type WeightedItem = { weight: Weight; enabled?: boolean };

export function WeightedList<Item extends WeightedItem>({
  items,
  label,
  path,
  isReadOnly,
  errorAt,
  isOn,
  nameOf,
  onChange,
  children,
}: {
  items: readonly Item[];
  label: string;
  /** Path of the list in the API request. */
  path: string;
  isReadOnly: boolean;
  errorAt: (path: string) => string | undefined;
  /** Returns whether an item is enabled. Set only if items are enabled or disabled outside this list. */
  isOn?: (item: Item) => boolean;
  nameOf: (item: Item) => string;
  onChange: (items: Item[], tag?: string) => void;
  children: (item: Item, at: number, set: (item: Item) => void) => ReactNode;
}): ReactNode {
  const shares = sharesOf(items.map((item) => ({ ...item, enabled: isOn?.(item) ?? item.enabled ?? true })));
  return (
    <div>
      {items.map((item, at) => (
        // The index is the key, because items have no IDs.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className={classes['item']} role="group" aria-label={`${label} ${at + 1}`}>
          {children(item, at, (next) => onChange(items.with(at, next)))}
          <TextInput
            aria-label="Weight"
            inputMode="numeric"
            value={String(item.weight)}
            readOnly={isReadOnly}
            error={errorAt(`${path}.${at}.weight`)}
            onChange={({ currentTarget }) =>
              onChange(
                items.with(at, { ...item, weight: toNumber(currentTarget.value) }),
                `${path}.${at}.weight`,
              )
            }
          />
          <Text size="sm" className={classes['number'] ?? ''} aria-label="Share">
            {formatShare(shares[at] ?? 0)}
          </Text>
          {item.enabled === undefined ? (
            <span />
          ) : (
            <Switch
              aria-label="Enabled"
              checked={item.enabled}
              disabled={isReadOnly}
              onChange={({ currentTarget }) =>
                onChange(items.with(at, { ...item, enabled: currentTarget.checked }))
              }
            />
          )}
          {isReadOnly ? (
            <span />
          ) : (
            <ActionIcon
              size={30}
              aria-label={`Remove ${label.toLowerCase()} ${at + 1}`}
              onClick={() => onChange(items.toSpliced(at, 1))}
            >
              <IconTrash size={14} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
      {isReadOnly || items.length < 2 ? null : (
        <WeightTools items={items} label={label} nameOf={nameOf} onChange={onChange} />
      )}
    </div>
  );
}
