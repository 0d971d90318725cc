import { memberPermissions } from '@waypost/contract/accounts/access.ts';
import { describe, expect, it } from 'vitest';
import { screenGroups } from '../../lib/screens/screen.ts';
import * as listed from '../screens.ts';
import { allowedScreens, groupScreens } from './allowed-screens.ts';

const pathsOf = (screens: readonly { path: string }[]) => screens.map(({ path }) => path);

describe('allowedScreens', () => {
  it('leaves out screens that require a permission the member does not have', () => {
    const paths = pathsOf(allowedScreens(['campaigns.read']));
    expect(paths).toContain('/campaigns');
    expect(paths).not.toContain('/audit-log');
  });

  it('returns only screens that require no permission for a member without permissions', () => {
    const without = allowedScreens([]);
    expect(without.length).toBeGreaterThan(0);
    expect(without.every(({ navigation }) => navigation.needs === undefined)).toBe(true);
  });

  it('returns every screen with navigation for a member with all permissions', () => {
    const shown = Object.values(listed).filter((screen) => 'navigation' in screen);
    expect(new Set<object>(allowedScreens(memberPermissions))).toEqual(new Set<object>(shown));
    expect(pathsOf(allowedScreens(memberPermissions))).toContain('/audit-log');
  });
});

describe('groupScreens', () => {
  it('lists the groups in the order of the sidebar, and each screen once', () => {
    const groups = groupScreens(memberPermissions);
    expect(groups.map(({ title }) => title)).toEqual([...screenGroups]);
    const paths = groups.flatMap(({ screens }) => pathsOf(screens));
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('leaves out groups without screens', () => {
    const groups = groupScreens([]);
    expect(groups.length).toBeLessThan(screenGroups.length);
    expect(groups.every(({ screens }) => screens.length > 0)).toBe(true);
  });

  it('leaves out screens that appear only in the search', () => {
    const grouped = groupScreens(memberPermissions).flatMap(({ screens }) => screens);
    expect(grouped.every(({ navigation }) => navigation.group !== undefined)).toBe(true);
    expect(grouped.length).toBeLessThan(allowedScreens(memberPermissions).length);
  });
});
