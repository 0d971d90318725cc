import { rotatorSettingsDefaults } from '@waypost/contract/settings.ts';

type Content = Record<string, unknown>;
type Routing = { paths: Content[] };

/**
 * A version is never changed, so those of rotators that were kept before a field existed lack it. What held then is what
 * holds where nothing is said: with that in its place, two versions differ only in what somebody changed.
 */
export function completeContent(content: Content): Content {
  const { routing, settings } = content as { routing?: Routing; settings?: Content };
  if (routing === undefined) return content;
  return {
    ...content,
    settings: { ...rotatorSettingsDefaults, ...settings },
    routing: { ...routing, paths: routing.paths.map((path) => ({ caps: [], ...path })) },
  };
}
