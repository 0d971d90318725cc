import { ActionIcon, SimpleGrid, Stack, Switch, Text, TextInput, Title, UnstyledButton } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { defaultWeight } from '@waypost/contract/rotators/rules-input.ts';
import type { ReactNode } from 'react';
import type { RecordForm } from '../../../lib/forms/use-record-form.ts';
import { RecordChoice } from '../../../ui/record/record-choice.tsx';
import { NamedGroup } from '../../../ui/named-group.tsx';
import { AddLine } from '../../../ui/rules/add-line.tsx';
import { PathCaps } from './path-caps.tsx';
import {
  formatTargets,
  sharesOf,
  type PathValues,
  type PoolItem,
  type RoutingValues,
} from './routing-form-schema.ts';
import classes from '../../../ui/rules/rules.module.css';
import { ShareBar } from './share-bar.tsx';
import { WeightedList } from './weighted-list.tsx';

type PathCardProps = {
  form: RecordForm<RoutingValues>;
  path: PathValues;
  at: number;
  isOpen: boolean;
  toggle: () => void;
  isDefault: boolean;
  /** Numbers of the rules that use the path, starting at 1. */
  rules: readonly number[];
  names: ReadonlyMap<string, string>;
  visits: string | undefined;
  onChange: (change: Partial<PathValues>, tag?: string) => void;
  /** Removes the path. Undefined if a rule uses the path or the path is the default. */
  remove: (() => void) | undefined;
  hasError: boolean;
};

export function PathCard(props: PathCardProps): ReactNode {
  const { form, path, at, isOpen, onChange } = props;
  return (
    <section
      className={classes['card']}
      aria-label={`Path ${path.name}`}
      data-off={path.enabled ? undefined : true}
    >
      <Head {...props} />
      {isOpen ? (
        <Stack gap="md" className={classes['body'] ?? ''}>
          <TextInput
            label="Name"
            maw={420}
            value={path.name}
            readOnly={form.isReadOnly}
            error={form.errorAt(`paths.${at}.name`)}
            onBlur={() => form.leave(`paths.${at}.name`)}
            onChange={({ currentTarget }) => onChange({ name: currentTarget.value }, `${path.id} name`)}
          />
          <SimpleGrid cols={{ base: 1, xl: 2 }} spacing="md">
            <Pool {...props} kind="landings" />
            <Pool {...props} kind="offers" />
          </SimpleGrid>
          <PathCaps form={form} caps={path.caps} at={at} onChange={(caps) => onChange({ caps })} />
        </Stack>
      ) : null}
    </section>
  );
}

function Head({
  form,
  path,
  isOpen,
  toggle,
  isDefault,
  rules,
  names,
  visits,
  onChange,
  remove,
  hasError,
}: PathCardProps): ReactNode {
  const uses = [
    ...(isDefault ? ['default'] : []),
    ...(rules.length > 0 ? [`${rules.length === 1 ? 'rule' : 'rules'} ${rules.join(', ')}`] : []),
    ...(isDefault || rules.length > 0 ? [] : ['not used by any rule']),
  ];
  return (
    <div className={classes['head']}>
      <UnstyledButton className={classes['open'] ?? ''} aria-expanded={isOpen} onClick={toggle}>
        <span className={classes['title']}>
          <Text span fw={600} inherit>
            {path.name}
          </Text>
          <Text span size="xs" c="dimmed">
            {[...uses, ...(path.enabled ? [] : ['off']), ...(visits === undefined ? [] : [visits])].join(
              ' · ',
            )}
          </Text>
          {hasError ? (
            <Text span size="xs" c="var(--mantine-color-error)">
              Has errors
            </Text>
          ) : null}
        </span>
        <Text span size="sm" c="dimmed" className={classes['sentence'] ?? ''}>
          {formatTargets(path, names)}
        </Text>
      </UnstyledButton>
      <Switch
        aria-label={`Path ${path.name} enabled`}
        checked={path.enabled}
        disabled={form.isReadOnly}
        onChange={({ currentTarget }) => onChange({ enabled: currentTarget.checked })}
      />
      {form.isReadOnly || remove === undefined ? null : (
        <ActionIcon aria-label={`Remove path ${path.name}`} onClick={remove}>
          <IconTrash size={14} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}

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

function Pool({
  form,
  path,
  at,
  names,
  onChange,
  kind,
}: PathCardProps & { kind: 'landings' | 'offers' }): ReactNode {
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
