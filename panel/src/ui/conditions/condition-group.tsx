import { ActionIcon, Button, Group, Select, Text } from '@mantine/core';
import { IconFolderPlus, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import {
  isGroup,
  pathInside,
  pathOfChild,
  type ConditionNode,
  type GroupNode,
} from '../../lib/conditions/nodes.ts';
import { newLeaf, formatAlways } from '../../lib/conditions/options.ts';
import { ConditionLeaf, type ConditionsProps } from './condition-leaf.tsx';
import { GroupError } from '../form-errors.tsx';
import classes from './conditions.module.css';

const joins = [
  { value: 'all', label: 'Match all' },
  { value: 'any', label: 'Match any' },
  { value: 'not any', label: 'Match none' },
  { value: 'not all', label: 'Not all match' },
];

/** Maximum number of nesting levels that the contract allows. */
const levelsMax = 4;

type GroupProps = ConditionsProps & {
  group: GroupNode;
  path: string;
  onChange: (group: GroupNode) => void;
  /** Removes the group; undefined for the root group. */
  remove?: () => void;
  level?: number;
};

export function ConditionGroup({
  group,
  path,
  onChange,
  remove,
  level = 0,
  ...props
}: GroupProps): ReactNode {
  const isRoot = remove === undefined;
  const { children } = group;
  const set = (list: ConditionNode[]) => onChange({ ...group, children: list });
  const inner = level + (group.isNot ? 2 : 1);
  const error = isRoot && children.length === 0 ? undefined : props.errorAt(pathInside(group, path));
  return (
    <div
      className={classes[isRoot ? 'root' : 'group']}
      role="group"
      aria-label={isRoot ? 'Conditions' : 'Group'}
    >
      {isRoot && children.length === 0 ? (
        <Text size="sm" c="dimmed">
          {`No conditions: matches ${formatAlways(props.fields)}.`}
        </Text>
      ) : (
        <Group gap="sm" mb={4} justify="space-between">
          <Select
            size="xs"
            w={220}
            aria-label="Match"
            data={joins}
            value={group.isNot ? `not ${group.join}` : group.join}
            allowDeselect={false}
            readOnly={props.isReadOnly}
            onChange={(text) => {
              const join = text?.endsWith('any') === true ? 'any' : 'all';
              onChange({ ...group, join, isNot: text?.startsWith('not') === true });
            }}
          />
          {isRoot || props.isReadOnly ? null : (
            <ActionIcon aria-label="Remove group" onClick={remove}>
              <IconTrash size={14} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      )}
      {children.map((child, at) => (
        <Child
          // The index is the key, because conditions have no IDs.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          {...props}
          node={child}
          path={pathOfChild(group, path, at, isRoot)}
          level={inner}
          onChange={(changed) => set(children.with(at, changed))}
          remove={() => set(children.toSpliced(at, 1))}
        />
      ))}
      <GroupError>{error}</GroupError>
      {props.isReadOnly ? null : (
        <AddButtons
          fields={props.fields}
          onAdd={(node) => set([...children, node])}
          mayGroup={inner < levelsMax}
        />
      )}
    </div>
  );
}

function Child({
  node,
  path,
  onChange,
  remove,
  level,
  ...props
}: ConditionsProps & {
  node: ConditionNode;
  path: string;
  level: number;
  onChange: (node: ConditionNode) => void;
  remove: () => void;
}): ReactNode {
  return isGroup(node) ? (
    <ConditionGroup {...props} group={node} path={path} level={level} onChange={onChange} remove={remove} />
  ) : (
    <ConditionLeaf {...props} leaf={node} path={path} onChange={onChange} remove={remove} />
  );
}

function AddButtons({
  fields,
  onAdd,
  mayGroup,
}: Pick<ConditionsProps, 'fields'> & {
  onAdd: (node: ConditionNode) => void;
  mayGroup: boolean;
}): ReactNode {
  return (
    <Group gap="xs" mt={4}>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => onAdd(newLeaf(fields))}
      >
        Add condition
      </Button>
      {mayGroup ? (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconFolderPlus size={14} aria-hidden />}
          onClick={() => onAdd({ join: 'any', isNot: false, children: [newLeaf(fields)] })}
        >
          Add group
        </Button>
      ) : null}
    </Group>
  );
}
