import { rotatorSettingsDefaults } from '@waypost/contract/settings.ts';
import { defaultPostbackRequest } from '@waypost/contract/postback-requests.ts';

type Content = Record<string, unknown>;
type Routing = { paths: Content[] };
type Rule = Content & { actions: Content[] };

const defaultAction: Content = { from: 'network', postbackOn: ['first'], ...defaultPostbackRequest };

/**
 * Adds the defaults of fields that did not exist yet when a version was saved, because saved versions are never
 * changed. Two versions then differ only in what was edited.
 */
export function completeContent(content: Content): Content {
  const { rotator, routing, settings, goals } = content as {
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
      routing: { ...routing, paths: routing.paths.map((path) => ({ caps: [], ...path })) },
    };
  if (goals === undefined) return content;
  const rules = goals.map((rule) => ({
    ...rule,
    actions: rule.actions.map((action) => ({ ...defaultAction, ...action })),
  }));
  return { ...content, goals: rules };
}
