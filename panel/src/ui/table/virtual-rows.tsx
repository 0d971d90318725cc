import { useRouter } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import type { Column } from './column.ts';
import { TableGap } from './table-states.tsx';
import type { TableItem } from './table-parts.ts';
import { inWorkspace, toggledRows } from './row-actions.ts';
import type { RowActions } from './row-props.ts';
import { TableRow } from './table-row.tsx';
import { treeStepOf, type TreeView } from './tree-view.ts';
import { useRowKeys } from './use-row-keys.ts';
import classes from './table.module.css';

type VirtualRow<Row> = { id: string; original: Row };

const headHeightPx = 36;

type VirtualRowsProps<Row> = {
  items: readonly VirtualRow<Row>[];
  rowHeightPx: number;
  columns: readonly Column<Row>[];
  keys: readonly Column<Row>[];
  others: readonly Column<Row>[];
  pathOf: (row: Row) => string;
  /** Selected rows by ID. Undefined if rows can't be selected. */
  selection: Readonly<Record<string, boolean>> | undefined;
  select: (ids: readonly string[], isSelected: boolean) => void;
  onEnd: (() => void) | undefined;
  onMenu: ((row: Row, anchor: HTMLElement) => void) | undefined;
  tree: TreeView<Row> | undefined;
  children: (bodies: ReactNode) => ReactNode;
};

export function VirtualRows<Row extends TableItem>({
  items,
  rowHeightPx,
  columns,
  keys,
  others,
  pathOf,
  selection,
  select,
  onEnd,
  onMenu,
  tree,
  children,
}: VirtualRowsProps<Row>): ReactNode {
  const isNarrow = others.length > 0 || keys.length > 0;
  const { workspace } = useWorkspace();
  const { scroll, virtual, rows, before, after } = useRows(items, rowHeightPx, onEnd);
  const toggle = useToggle(items, selection, select);
  const menu = (index: number, anchor: HTMLElement) => {
    const item = items[index];
    if (item !== undefined) onMenu?.(item.original, anchor);
  };
  const hasMenu = onMenu !== undefined;
  const { expand, treeStep } = treeActions(items, tree);
  const { reachedId, reach, onKeyDown } = useRowKeys(items, {
    virtual,
    scroll,
    toggle,
    menu: hasMenu ? menu : undefined,
    treeStep,
  });
  const [openId, setOpenId] = useState<string>();
  const actions = useActions({
    toggle,
    onKeyDown,
    reach,
    menu,
    expand,
    unfold: (id) => setOpenId(openId === id ? undefined : id),
    ...useOpening(),
  });
  return (
    <div className={classes['scroll']} data-waiting={items.length === 0 || undefined} ref={scroll}>
      {children(
        <>
          <TableGap heightPx={before} />
          {rows.map(({ index, item }) => (
            <TableRow
              key={item.id}
              index={index}
              row={item.original}
              path={pathOf(item.original)}
              href={inWorkspace(pathOf(item.original), workspace.id)}
              columns={columns}
              keys={keys}
              others={others}
              isSelected={selection === undefined ? undefined : selection[item.id] === true}
              isReached={reachedId === item.id || (reachedId === undefined && index === 0)}
              isOpen={openId === item.id}
              hasMenu={hasMenu}
              level={tree?.levelOf(item.original)}
              isExpanded={tree?.isOpen(item.original)}
              actions={actions}
              measure={isNarrow ? virtual.measureElement : undefined}
            />
          ))}
          <TableGap heightPx={after} />
        </>,
      )}
    </div>
  );
}

function treeActions<Row>(items: readonly VirtualRow<Row>[], tree: TreeView<Row> | undefined) {
  const expand = (index: number) => {
    const item = items[index];
    if (item !== undefined) tree?.toggle(item.original);
  };
  return {
    expand,
    treeStep: (key: string, index: number) => {
      const step = tree === undefined ? undefined : treeStepOf(key, index, { items, tree });
      if (step?.kind === 'toggle') expand(index);
      return step?.kind === 'toggle' ? true : step?.index;
    },
  };
}

function useActions(now: RowActions): RowActions {
  const latest = useRef(now);
  useLayoutEffect(() => {
    latest.current = now;
  });
  return useMemo(
    () => ({
      toggle: (index, isRange) => latest.current.toggle(index, isRange),
      unfold: (id) => latest.current.unfold(id),
      open: (path) => latest.current.open(path),
      prepare: (path) => latest.current.prepare(path),
      onKeyDown: (event, index) => latest.current.onKeyDown(event, index),
      reach: (id) => latest.current.reach(id),
      menu: (index, anchor) => latest.current.menu(index, anchor),
      expand: (index) => latest.current.expand(index),
    }),
    [],
  );
}

/** Opens rows. The page is preloaded once, on the first hover, because all rows open the same page. */
function useOpening(): Pick<RowActions, 'open' | 'prepare'> {
  const router = useRouter();
  const isPrepared = useRef(false);
  return {
    open: (path) => {
      if (path.includes('?')) router.history.push(path);
      else void router.navigate({ to: path, search: true });
    },
    prepare: (path) => {
      // A path with its own query string opens on the current page, so there is nothing to preload.
      if (isPrepared.current || path.includes('?')) return;
      isPrepared.current = true;
      void router.preloadRoute({ to: path, search: true });
    },
  };
}

function useToggle(
  items: readonly { id: string }[],
  selection: Readonly<Record<string, boolean>> | undefined,
  select: (ids: readonly string[], isSelected: boolean) => void,
): (index: number, isRange: boolean) => void {
  const anchor = useRef(0);
  return (index, isRange) => {
    const { ids, isSelected } = toggledRows(items, selection, {
      index,
      anchor: isRange ? anchor.current : index,
    });
    anchor.current = index;
    select(ids, isSelected);
  };
}

function useRows<Item extends { id: string }>(
  items: readonly Item[],
  rowHeightPx: number,
  onEnd: (() => void) | undefined,
) {
  const scroll = useRef<HTMLDivElement>(null);
  // The virtualizer changes while scrolling, so no value derived from it is memoized.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeightPx,
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: 6,
    scrollMargin: headHeightPx,
    scrollPaddingStart: headHeightPx,
    scrollPaddingEnd: rowHeightPx,
  });
  useEffect(() => virtual.measure(), [virtual, rowHeightPx]);
  const inSight = virtual.getVirtualItems();
  const isEnd = items.length > 0 && (inSight.at(-1)?.index ?? -1) >= items.length - 1;
  useEffect(() => {
    if (isEnd) onEnd?.();
  }, [isEnd, onEnd]);
  const before = (inSight[0]?.start ?? headHeightPx) - headHeightPx;
  const after = virtual.getTotalSize() - ((inSight.at(-1)?.end ?? headHeightPx) - headHeightPx);
  const rows = inSight.flatMap(({ index }) => {
    const item = items[index];
    return item === undefined ? [] : [{ index, item }];
  });
  return { scroll, virtual, rows, before, after };
}
