import type { Icon } from '@tabler/icons-react';
import type { AnyRoute } from '@tanstack/react-router';
import type { MemberPermission } from '@waypost/contract/accounts/access.ts';
import type { SearchedType } from '@waypost/contract/campaigns/search.ts';
import type { ComponentType } from 'react';
import type { Chapter } from '../guide/guide-chapters.ts';

export const screenGroups = ['', 'Destinations', 'Partners', 'Data', 'Administration'] as const;

export type NewRecordProps = {
  // Text that was typed before the form was opened.
  name: string;
  onCreated: (id: string) => void;
};

type Creation = {
  label: string;
  needs: MemberPermission;
  // Form that other forms open to create a record in place.
  Form?: ComponentType<NewRecordProps>;
};

type Navigation = {
  label: string;
  icon: Icon;
  /** Group in the sidebar. A screen without a group appears only in the search. */
  group?: (typeof screenGroups)[number];
  needs?: MemberPermission;
  /** Additional words by which the search finds the screen. */
  words?: string;
  /** Command that creates a record. It opens `path/new`. */
  create?: Creation;
};

export type Screen = {
  /** Path without parameters. */
  path: string;
  /** Routes of the screen below `shell`. */
  routes: readonly AnyRoute[];
  /** Guide chapter about the screen, or null if there is none. */
  chapter: Chapter | null;
  /** Type of the records that have pages at `path/<id>`. */
  records?: SearchedType;
  navigation?: Navigation;
};

const screens: Screen[] = [];

/** Adds a screen to the sidebar, the search, the guide button and the links to records. */
export function defineScreen<const Routes extends readonly AnyRoute[]>(
  screen: Screen & { routes: Routes },
): { routes: Routes } {
  screens.push(screen);
  return screen;
}

/** Returns the screens in the order in which `app/screens.ts` lists them. */
export function listScreens(): readonly Screen[] {
  return screens;
}

export function isOnScreen({ path }: Screen, currentPath: string): boolean {
  return currentPath === path || (path !== '/' && currentPath.startsWith(`${path}/`));
}

export function findChapter(currentPath: string, among = listScreens()): Chapter | undefined {
  return among.find((screen) => isOnScreen(screen, currentPath))?.chapter ?? undefined;
}

// Returns how a record of a list, such as `offers`, is created in place. Undefined if it has a page of its own only.
export function findCreation(
  thing: string,
  among = listScreens(),
): (Creation & { Form: ComponentType<NewRecordProps> }) | undefined {
  const creation = among.find(({ path }) => path === `/${thing}`)?.navigation?.create;
  return creation?.Form === undefined ? undefined : { ...creation, Form: creation.Form };
}

/** Returns the path of a record, or undefined if records of this type have no page. */
export function recordPath(type: string, id: string, among = listScreens()): string | undefined {
  const kebabType = type.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const screen = among.find(({ records }) => records === kebabType);
  return screen === undefined ? undefined : `${screen.path}/${id}`;
}
