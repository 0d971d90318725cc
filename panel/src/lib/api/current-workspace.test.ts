import { describe, expect, it } from 'vitest';
import type { OwnAccount, OwnWorkspace } from '../../../../client/waypost-panel-client.ts';
import { workspaceApi } from './api.ts';
import { chooseWorkspace, toCurrentWorkspace } from './current-workspace.ts';

const workspace = (id: string, permissions: OwnWorkspace['permissions'] = []): OwnWorkspace => ({
  id,
  name: id,
  timezone: 'UTC',
  currency: 'EUR',
  role: 'member',
  permissions,
});

const account = (workspaces: OwnWorkspace[], lastWorkspaceId = ''): OwnAccount => ({
  id: 'p1',
  email: 'anna@example.com',
  sessionId: 's1',
  lastWorkspaceId,
  workspaces,
  passwordChangedAt: '2026-11-16T11:20:45.018Z',
  mustChangePassword: false,
  secondFactor: { enabled: false, recoveryCodesLeft: 0 },
});

describe('chooseWorkspace', () => {
  const both = [workspace('w1'), workspace('w2'), workspace('w3')];
  it.each([
    ['the workspace in the URL', 'w3', 'w2', 'w3'],
    ['the workspace used last, if the URL names none', undefined, 'w2', 'w2'],
    ['the workspace used last, if the person has left the one in the URL', 'gone', 'w2', 'w2'],
    ['the first workspace, if the person has left the last one', undefined, 'gone', 'w1'],
  ])('chooses %s', (_, named, last, chosen) => {
    expect(chooseWorkspace(account(both, last), named)?.id).toBe(chosen);
  });

  it('chooses none for a person without workspaces', () => {
    expect(chooseWorkspace(account([], 'w1'), 'w1')).toBeUndefined();
  });
});

describe('toCurrentWorkspace', () => {
  it('allows exactly the permissions that the server lists, whatever the role', () => {
    const viewer = { ...workspace('w1', ['workspaces.read']), role: 'owner' as const };
    const { may } = toCurrentWorkspace(account([viewer]), viewer);
    expect([may('workspaces.read'), may('workspaces.settings')]).toEqual([true, false]);
  });

  it('uses a separate client for each workspace, so that tabs do not mix workspaces', () => {
    const [one, other] = [workspace('w1'), workspace('w2')];
    const me = account([one, other]);
    expect(toCurrentWorkspace(me, one).api).toBe(workspaceApi('w1'));
    expect(toCurrentWorkspace(me, other).api).not.toBe(workspaceApi('w1'));
  });
});
