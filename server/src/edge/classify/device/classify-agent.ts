import { copyHeader, truncateHeader } from '../../request/header-text.ts';
import { agentReasons } from '../bots/bot-reasons.ts';
import { isPreviewAgent } from '../bots/programs.ts';
import { TwoGenerationCache } from '../two-generation-cache.ts';
import { findBrowser } from './browsers.ts';
import { findDevice } from './device-kind.ts';
import { buildDevice, type Device } from './device.ts';
import { copyHints, noHints, type Hints } from './hints.ts';
import { findSystem } from './systems.ts';

const agentLengthMax = 1_024;
const agentsMax = 20_000;
// A user agent and its hints together typically have 300 to 400 characters. With longer entries, a new cache generation
// starts earlier, which limits memory usage.
const charactersPerGeneration = 4_000_000;

type Variant = { hints: Hints; device: Device };
const variantsMax = 16;

/**
 * Creates a classifier that returns the same object for the same input while the object is cached. Hints that browsers
 * send by default are compared instead of being part of the cache key, because concatenating all of them for every
 * visit would take longer than the rest of the classification.
 */
export function createAgentClassifier(): (userAgent: string, hints?: Hints) => Device {
  const agents = new TwoGenerationCache<string, Variant[]>(agentsMax);
  let characters = 0;
  return (userAgent, hints = noHints) => {
    const agent = truncateHeader(userAgent, agentLengthMax);
    const key = keyOf(agent, hints);
    const variants = agents.get(key);
    const known = variants === undefined ? undefined : findVariant(variants, hints);
    if (known !== undefined) return known.device;
    const copies = { agent: copyHeader(agent), hints: copyHints(hints) };
    const device = recognize(copies.agent, copies.hints);
    const escaped = device.agentCell === copies.agent ? 0 : device.agentCell.length;
    const size = key.length + escaped + device.cells.length + lengthOf(hints);
    characters += size;
    if (characters > charactersPerGeneration) {
      agents.startGeneration();
      characters = size;
    }
    if (variants !== undefined && variants.length < variantsMax)
      variants.push({ hints: copies.hints, device });
    else agents.set(key === agent ? copies.agent : key, [{ hints: copies.hints, device }]);
    return device;
  };
}

// The hints that Waypost requests contain the model and the full version. They are part of the cache key, because
// thousands of phones with different hints share one user agent.
function keyOf(agent: string, { model, platformVersion, fullVersions }: Hints): string {
  return platformVersion === '' && model === '' && fullVersions === ''
    ? agent
    : `${agent}\n${model}\n${platformVersion}\n${fullVersions}`;
}

function lengthOf({ brands, fullVersions, mobile, platform, platformVersion, model }: Hints): number {
  return (
    brands.length +
    fullVersions.length +
    mobile.length +
    platform.length +
    platformVersion.length +
    model.length
  );
}

function findVariant(variants: readonly Variant[], hints: Hints): Variant | undefined {
  for (const variant of variants) if (isEqual(variant.hints, hints)) return variant;
  return undefined;
}

function isEqual(one: Hints, other: Hints): boolean {
  return (
    one === other ||
    (one.brands === other.brands &&
      one.mobile === other.mobile &&
      one.platform === other.platform &&
      one.platformVersion === other.platformVersion &&
      one.model === other.model &&
      one.fullVersions === other.fullVersions)
  );
}

function recognize(agent: string, hints: Hints): Device {
  const { os, osVersion } = findSystem(agent, hints);
  const { browser, browserVersion } = findBrowser(agent, hints);
  const facts = { ...findDevice(agent, hints, os), os, osVersion, browser, browserVersion };
  return buildDevice(facts, {
    agent,
    botReasons: agentReasons(agent, hints, facts),
    isPreview: isPreviewAgent(agent),
  });
}
