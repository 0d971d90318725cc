import { Anchor, Code, ScrollArea } from '@mantine/core';
import { createElement, Fragment, type MouseEvent, type ReactNode } from 'react';
import type { Block, Inline } from '../../lib/guide/page-tree.ts';
import classes from './guide.module.css';

export type BlockContext = {
  pictures: readonly string[];
  onGo: (path: string, hash: string) => void;
};

/** Renders parts without keys, because the parts of a page have no IDs and never move. */
function inOrder<Part>(parts: readonly Part[], draw: (part: Part, at: number) => ReactNode): ReactNode {
  return createElement(Fragment, undefined, ...parts.map((part, at) => draw(part, at)));
}

export function Blocks({ blocks, shown }: { blocks: readonly Block[]; shown: BlockContext }): ReactNode {
  return inOrder(blocks, (block) => <OneBlock block={block} shown={shown} />);
}

function OneBlock({ block, shown }: { block: Block; shown: BlockContext }): ReactNode {
  if (block.type === 'heading') {
    const Heading = `h${block.level}` as 'h2';
    return (
      <Heading data-heading={block.id}>
        <Inlines inside={block.inside} shown={shown} />
      </Heading>
    );
  }
  if (block.type === 'code') return <pre className={classes['code']}>{block.text}</pre>;
  if (block.type === 'table') return <TableBlock block={block} shown={shown} />;
  if (block.type === 'list') return <ListBlock block={block} shown={shown} />;
  return (
    <p>
      <Inlines inside={block.inside} shown={shown} />
    </p>
  );
}

function ListBlock({ block, shown }: { block: Block & { type: 'list' }; shown: BlockContext }): ReactNode {
  const items = inOrder(block.items, (item) => (
    <li>
      <Blocks blocks={item} shown={shown} />
    </li>
  ));
  return block.first === undefined ? <ul>{items}</ul> : <ol start={block.first}>{items}</ol>;
}

function TableBlock({ block, shown }: { block: Block & { type: 'table' }; shown: BlockContext }): ReactNode {
  const sideOf = (at: number) => (block.isNumber[at] === true ? classes['number'] : undefined);
  const head = inOrder(block.head, (cell, at) => (
    <th scope="col" className={sideOf(at)}>
      <Inlines inside={cell} shown={shown} />
    </th>
  ));
  const rowOf = (cells: readonly Inline[][]) => (
    <tr>
      {inOrder(cells, (cell, at) => (
        <td className={sideOf(at)}>
          <Inlines inside={cell} shown={shown} />
        </td>
      ))}
    </tr>
  );
  return (
    // A wide table scrolls separately from the page and can also be scrolled with the keyboard.
    <ScrollArea
      type="auto"
      className={classes['table']}
      viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': 'Table' }}
    >
      <table>
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>{inOrder(block.rows, (cells) => rowOf(cells))}</tbody>
      </table>
    </ScrollArea>
  );
}

function Inlines({ inside, shown }: { inside: readonly Inline[]; shown: BlockContext }): ReactNode {
  return inOrder(inside, (one) => <OneInline one={one} shown={shown} />);
}

function OneInline({ one, shown }: { one: Inline; shown: BlockContext }): ReactNode {
  if (typeof one === 'string') return one;
  if (one.type === 'code') return <Code>{one.text}</Code>;
  if (one.type === 'picture')
    return (
      <img
        className={classes['picture']}
        src={shown.pictures[Number(one.source)]}
        alt={one.about}
        loading="lazy"
      />
    );
  const inside = <Inlines inside={one.inside} shown={shown} />;
  if (one.type === 'link') return <GuideLink to={one.to} shown={shown} inside={inside} />;
  return one.type === 'strong' ? <strong>{inside}</strong> : <em>{inside}</em>;
}

function GuideLink({ to, shown, inside }: { to: string; shown: BlockContext; inside: ReactNode }): ReactNode {
  if (!to.startsWith('/guide/'))
    return (
      <Anchor href={to} target="_blank" rel="noreferrer" inherit>
        {inside}
      </Anchor>
    );
  const [path = '', hash = ''] = to.slice('/guide/'.length).split('#', 2);
  const go = (event: MouseEvent) => {
    // The browser handles clicks with a modifier key, which open a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    shown.onGo(path, hash);
  };
  return (
    <Anchor href={to} onClick={go} inherit>
      {inside}
    </Anchor>
  );
}
