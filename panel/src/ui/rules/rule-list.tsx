import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { moveItem, newKey } from '../../lib/forms/list-items.ts';
import { dropTarget, moveTarget } from './rule-positions.ts';
import { RuleCard, type ListedRule, type RuleCardProps, type RuleVerb } from './rule-card.tsx';

type ChangeRule<Rule> = (change: Partial<Rule>, tag?: string) => void;

type RuleListProps<Rule extends ListedRule> = {
  rules: Rule[];
  /** Changes with the same tag form one undo step. */
  change: (rules: Rule[], tag?: string) => void;
  isReadOnly: boolean;
  empty: string;
  another: () => Rule;
  format: (rule: Rule) => ReactNode;
  note?: (rule: Rule) => string | undefined;
  warnings?: ReadonlyMap<number, string[]>;
  hasMistake: (at: number) => boolean;
  children: (rule: Rule, at: number, onChange: ChangeRule<Rule>) => ReactNode;
};

export function RuleList<Rule extends ListedRule>(props: RuleListProps<Rule>): ReactNode {
  const { rules, change, isReadOnly, empty, another, format, note, warnings, hasMistake, children } = props;
  const { open, show, move, run, announcement } = useRules(props);
  const dragging = useDragging(move);
  return (
    <div>
      {rules.length === 0 ? (
        <Text c="dimmed" size="sm" mb="sm">
          {empty}
        </Text>
      ) : null}
      {rules.map((rule, at) => {
        const onChange: ChangeRule<Rule> = (next, tag) => change(rules.with(at, { ...rule, ...next }), tag);
        const isWrong = hasMistake(at);
        return (
          <RuleCard
            key={rule.key}
            rule={rule}
            at={at}
            sentence={format(rule)}
            note={note?.(rule)}
            isOpen={open.has(rule.key) || isWrong}
            toggle={() => show(rule.key, !open.has(rule.key))}
            isReadOnly={isReadOnly}
            warnings={warnings?.get(at) ?? []}
            hasMistake={isWrong}
            enable={(enabled) => change(rules.with(at, { ...rule, enabled }))}
            run={(verb) => run(at, rule, verb)}
            drag={dragging(at)}
          >
            {children(rule, at, onChange)}
          </RuleCard>
        );
      })}
      {isReadOnly ? null : (
        <Group mt="sm" gap="sm">
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => {
              const rule = another();
              change([...rules, rule]);
              show(rule.key, true);
            }}
          >
            Add rule
          </Button>
        </Group>
      )}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </div>
  );
}

function useRules<Rule extends ListedRule>({ rules, change }: RuleListProps<Rule>) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [announcement, announce] = useState('');
  const show = (key: string, isShown: boolean) => {
    const next = new Set(open);
    if (isShown) next.add(key);
    else next.delete(key);
    setOpen(next);
  };
  const move = (from: number, to: number) => {
    const rule = rules[from];
    if (rule === undefined || to === from) return;
    change(moveItem(rules, from, to));
    announce(`${rule.name} moved to position ${to + 1} of ${rules.length}.`);
    // The focus stays on the grip of the moved card.
    setTimeout(() => document.querySelector<HTMLElement>(`[data-grip="${rule.key}"]`)?.focus());
  };
  const run = (at: number, rule: Rule, verb: RuleVerb) => {
    if (verb === 'remove') return change(rules.toSpliced(at, 1));
    if (verb === 'duplicate') {
      const copy = { ...rule, key: newKey(), name: `${rule.name} copy` };
      change(rules.toSpliced(at + 1, 0, copy));
      return show(copy.key, true);
    }
    move(at, moveTarget(verb, at, rules.length));
  };
  return { open, show, move, run, announcement };
}

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
      end();
      move(start, dropTarget(start, at, sideOf(event)));
    },
  });
}

function sideOf({ currentTarget, clientY }: DragEvent): 'before' | 'after' {
  const { top, height } = currentTarget.getBoundingClientRect();
  return clientY < top + height / 2 ? 'before' : 'after';
}
