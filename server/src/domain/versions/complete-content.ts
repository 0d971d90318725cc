import { rotatorSettingsDefaults } from '@waypost/contract/accounts/settings.ts';
import { defaultPostbackRequest } from '@waypost/contract/postbacks/postback-requests.ts';

type Content = Record<string, unknown>;
type Routing = { paths: Content[] };
type Rule = Content & { actions: Content[] };

const defaultAction: Content = { from: 'network', postbackOn: ['first'], ...defaultPostbackRequest };

/**
 * Adds default values for fields that did not exist yet when the version was saved, so that two versions differ only in
 * what was edited. Saved versions themselves are never changed.
 */
export function completeContent(content: Content): Content {
  return 'workspace' in content ? completeRecord(content) : { tags: [], ...completeRecord(content) };
}

function completeRecord(content: Content): Content {
  const { workspace, rotator, routing, settings, goals } = content as {
    workspace?: Content;
    rotator?: Content;
    routing?: Routing;
    settings?: Content;
    goals?: Rule[];
  };
  if (routing !== undefined)
    return {
      ...content,
      rotator: { status: 'active', ...rotator },
      settings: { ...rotatorSettingsDefaults, ...settings },
      routing: { ...routing, paths: routing.paths.map((path) => ({ caps: [], blocks: false, ...path })) },
    };
  if (workspace !== undefined) return { ...content, workspace: { blockUrl: null, ...workspace } };
  if (goals === undefined) return content;
  const rules = goals.map((rule) => ({
    ...rule,
    actions: rule.actions.map((action) => ({ ...defaultAction, ...action })),
  }));
  return { ...content, goals: rules };
}
