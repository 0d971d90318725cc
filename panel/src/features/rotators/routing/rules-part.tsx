import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import type { Editing } from '../../../lib/record-form/use-history.ts';
import { useNamesIn } from '../../../ui/record/use-names-in.ts';
import { RuleCard, type RuleCardProps, type RuleVerb } from './rule-card.tsx';
import { moveItem, newKey, newRule, type RoutingValues, type RuleValues } from './routing-sheet.ts';

/** The rules in their order: the first that holds decides. */
export function RulesPart({
  editing,
  warnings,
  mistakes,
}: {
  editing: Editing<RoutingValues>;
  /** By the place of the rule. */
  warnings: ReadonlyMap<number, string[]>;
  mistakes: ReadonlySet<number>;
}): ReactNode {
  const { form, change } = editing;
  const { rules } = form.values;
  const { open, show, move, run, told } = useRules(editing);
  const names = useNamesIn(
    rules.map(({ conditions }) => conditions),
    ['traffic-sources', 'campaigns'],
  );
  const dragging = useDragging(move);
  return (
    <div>
      {rules.length === 0 ? (
        <Text c="dimmed" size="sm" mb="sm">
          No rules yet: every visitor takes the default path.
        </Text>
      ) : null}
      {rules.map((rule, at) => (
        <RuleCard
          key={rule.key}
          editing={editing}
          rule={rule}
          at={at}
          isOpen={open.has(rule.key) || mistakes.has(at)}
          toggle={() => show(rule.key, !open.has(rule.key))}
          names={names}
          warnings={warnings.get(at) ?? []}
          hasMistake={mistakes.has(at)}
          onChange={(next, tag) => change({ rules: rules.with(at, { ...rule, ...next }) }, tag)}
          run={(verb) => run(at, rule, verb)}
          drag={dragging(at)}
        />
      ))}
      {form.isReadOnly ? null : (
        <Group mt="sm" gap="sm">
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => {
              const rule = newRule(form.values);
              change({ rules: [...rules, rule] });
              show(rule.key, true);
            }}
          >
            Add a rule
          </Button>
        </Group>
      )}
      <VisuallyHidden role="status">{told}</VisuallyHidden>
    </div>
  );
}

/** Which rules are open, and what can be done with one as a whole. */
function useRules({ form, change }: Editing<RoutingValues>) {
  const { rules } = form.values;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [told, tell] = useState('');
  const show = (key: string, isShown: boolean) => {
    const next = new Set(open);
    if (isShown) next.add(key);
    else next.delete(key);
    setOpen(next);
  };
  const move = (from: number, to: number) => {
    const rule = rules[from];
    const place = Math.max(0, Math.min(rules.length - 1, to));
    if (rule === undefined || place === from) return;
    change({ rules: moveItem(rules, from, place) });
    tell(`${rule.name} is rule ${place + 1} of ${rules.length} now.`);
    // The card has another place, and its handle keeps the focus.
    setTimeout(() => document.querySelector<HTMLElement>(`[data-grip="${rule.key}"]`)?.focus());
  };
  const run = (at: number, rule: RuleValues, verb: RuleVerb) => {
    if (verb === 'remove') return change({ rules: rules.toSpliced(at, 1) });
    if (verb === 'duplicate') {
      const copy = { ...rule, key: newKey(), name: `${rule.name} copy` };
      change({ rules: rules.toSpliced(at + 1, 0, copy) });
      return show(copy.key, true);
    }
    move(at, { up: at - 1, down: at + 1, first: 0, last: rules.length - 1 }[verb]);
  };
  return { open, show, move, run, told };
}

/** What the cards need to be dragged: the one that is dropped on takes it before or behind itself. */
function useDragging(move: (from: number, to: number) => void): (at: number) => RuleCardProps['drag'] {
  const from = useRef<number>(undefined);
  const [over, setOver] = useState<{ at: number; side: 'before' | 'after' }>();
  const end = () => {
    from.current = undefined;
    setOver(undefined);
  };
  return (at) => ({
    target: over?.at === at ? over.side : undefined,
    onDragStart: (event: DragEvent) => {
      from.current = at;
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', String(at + 1));
    },
    onDragEnd: end,
    onDragOver: (event: DragEvent) => {
      if (from.current === undefined) return;
      event.preventDefault();
      const side = sideOf(event);
      if (over?.at !== at || over.side !== side) setOver({ at, side });
    },
    onDrop: (event: DragEvent) => {
      const start = from.current;
      if (start === undefined) return;
      event.preventDefault();
      // What stood before it moves up when it leaves.
      const place = sideOf(event) === 'before' ? at : at + 1;
      end();
      move(start, start < place ? place - 1 : place);
    },
  });
}

function sideOf({ currentTarget, clientY }: DragEvent): 'before' | 'after' {
  const { top, height } = currentTarget.getBoundingClientRect();
  return clientY < top + height / 2 ? 'before' : 'after';
}
