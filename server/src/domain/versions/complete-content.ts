import { rotatorSettingsDefaults } from '@waypost/contract/settings.ts';
import { defaultPostbackRequest } from '@waypost/contract/postback-requests.ts';

type Content = Record<string, unknown>;
type Routing = { paths: Content[] };
type Rule = Content & { actions: Content[] };

/** What held for actions before they could say so. */
const usualAction: Content = { from: 'network', postbackOn: ['first'], ...defaultPostbackRequest };

/**
 * A version is never changed, so those that were kept before a field existed lack it. What held then is what holds where
 * nothing is said: with that in its place, two versions differ only in what somebody changed.
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
    actions: rule.actions.map((action) => ({ ...usualAction, ...action })),
  }));
  return { ...content, goals: rules };
}
