import type { AnyRoute } from '@tanstack/react-router';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listScreens, recordPath } from '../lib/screens/screen.ts';
import * as listed from './screens.ts';

const screens = listScreens().map((screen) => ({ ...screen, name: screen.path }));
const optionsOf = ({ options }: AnyRoute) => options as { path: string };
const pathsOf = (routes: readonly AnyRoute[]): string[] =>
  routes.flatMap((route) => {
    const { path } = optionsOf(route);
    const children = (route.children ?? []) as AnyRoute[];
    return [path, ...pathsOf(children).map((child) => `${path}/${child}`)];
  });

it('the sidebar has the screens in the order of the list', () => {
  const list = readFileSync(join(import.meta.dirname, 'screens.ts'), 'utf8');
  const names = [...list.matchAll(/^export \{ ([\w, ]+) \}/gm)].flatMap(([, line = '']) => line.split(', '));
  expect(names.map((name) => Object.entries(listed).find(([own]) => own === name)?.[1])).toEqual(
    listScreens(),
  );
});

it('no other file imports a screen, so the order of the list is the order in the sidebar', () => {
  const sources = join(import.meta.dirname, '..');
  const importsScreen = /from '[./]*(?:features\/(?!sign-in)[\w-]+|\.)\/screen\.ts'/;
  const files = globSync('{app,features}/**/*.{ts,tsx}', { cwd: sources }).filter((file) =>
    importsScreen.test(readFileSync(join(sources, file), 'utf8')),
  );
  expect(files).toEqual(['app/screens.ts']);
});

it('no two screens have the same path or the same record type', () => {
  const paths = screens.map(({ path }) => path);
  const types = screens.flatMap(({ records }) => records ?? []);
  expect(new Set(paths).size).toBe(paths.length);
  expect(new Set(types).size).toBe(types.length);
});

it.each(screens)('$name has routes only at or below its path', ({ path, routes }) => {
  expect(pathsOf(routes).filter((own) => own !== path && !own.startsWith(`${path}/`))).toEqual([]);
});

it.each(screens.filter(({ records }) => records !== undefined))(
  '$name has a route for its records',
  ({ path, routes, records = '' }) => {
    const route = pathsOf(routes).find((one) => one.startsWith(`${path}/$`));
    expect(route).toBeDefined();
    expect(recordPath(records, 'id')).toBe(`${path}/id`);
  },
);

it.each(screens.filter(({ navigation }) => navigation?.create !== undefined))(
  '$name has a route for the command that creates a record',
  ({ path, routes }) => {
    expect(pathsOf(routes).some((one) => one === `${path}/new` || one.startsWith(`${path}/$`))).toBe(true);
  },
);

it('every screen in the sidebar except the guide has a guide chapter', () => {
  const without = screens.filter(({ navigation, chapter }) => navigation !== undefined && chapter === null);
  expect(without.map(({ path }) => path)).toEqual(['/guide']);
});
