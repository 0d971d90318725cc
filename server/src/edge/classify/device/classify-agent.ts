import { copyHeader, cutHeader } from '../../request/cut-header.ts';
import { agentReasons } from '../bots/bot-reasons.ts';
import { isPreviewAgent } from '../bots/programs.ts';
import { TwoGenerationCache } from '../two-generation-cache.ts';
import { findBrowser } from './browsers.ts';
import { findDevice } from './device-kind.ts';
import { buildDevice, type Device } from './device.ts';
import { copyHints, noHints, type Hints } from './hints.ts';
import { findSystem } from './systems.ts';

const agentLengthMax = 1_024;
const agentsKept = 20_000;
/** An agent has 300 to 400 with its hints; a stranger who sends long ones ends the generation earlier, not the memory. */
const charactersPerGeneration = 4_000_000;

/** What one agent came with; browsers of one agent send few different hints, mostly one. */
type Variant = { hints: Hints; device: Device };
const variantsMax = 16;

/**
 * What an agent and its hints say. The same words give the same object while it is in the cache. Hints that come by
 * themselves are compared rather than made part of the key: putting all of them into one text for every visit costs more
 * than all the rest.
 */
export function createAgentClassifier(): (userAgent: string, hints?: Hints) => Device {
  const agents = new TwoGenerationCache<string, Variant[]>(agentsKept);
  let characters = 0;
  return (userAgent, hints = noHints) => {
    const agent = cutHeader(userAgent, agentLengthMax);
    const key = keyOf(agent, hints);
    const variants = agents.get(key);
    const known = variants === undefined ? undefined : findVariant(variants, hints);
    if (known !== undefined) return known.device;
    const kept = { agent: copyHeader(agent), hints: copyHints(hints) };
    const device = recognize(kept.agent, kept.hints);
    const escaped = device.agentCell === kept.agent ? 0 : device.agentCell.length;
    const size = key.length + escaped + device.cells.length + lengthOf(hints);
    characters += size;
    if (characters > charactersPerGeneration) {
      agents.turn();
      characters = size;
    }
    if (variants !== undefined && variants.length < variantsMax) variants.push({ hints: kept.hints, device });
    else agents.set(key === agent ? kept.agent : key, [{ hints: kept.hints, device }]);
    return device;
  };
}

/** Who was asked for hints tells the model and all of the version: thousands of phones share one agent then. */
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
  for (const variant of variants) if (isSame(variant.hints, hints)) return variant;
  return undefined;
}

function isSame(one: Hints, other: Hints): boolean {
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
