import { attributesKnownBy, type AttributesKnownBy } from '@waypost/contract/visit-attributes.ts';
import { cell, cells } from '../../../domain/traffic/cells.ts';

export type DeviceType = 'desktop' | 'mobile' | 'tablet' | 'tv' | 'console' | 'wearable' | 'other';

/** What a browser says about itself and its machine; undefined is what it does not say. */
export type DeviceFacts = { deviceType: DeviceType } & Record<
  Exclude<AttributesKnownBy<'device'>, 'deviceType'>,
  string | undefined
>;

export type Device = DeviceFacts & {
  /** Why the agent looks like a program or unlike a person's; see docs/visitors.md. */
  botReasons: readonly string[];
  /** A link-preview service, which asks for people who only see the link. */
  isPreview: boolean;
  /** Its cells in a row, and that of the agent, escaped once for all rows. */
  cells: string;
  agentCell: string;
};

type Judged = { agent: string; botReasons: readonly string[]; isPreview: boolean };

export function buildDevice(facts: DeviceFacts, { agent, botReasons, isPreview }: Judged): Device {
  return {
    deviceType: facts.deviceType,
    deviceBrand: facts.deviceBrand,
    deviceModel: facts.deviceModel,
    os: facts.os,
    osVersion: facts.osVersion,
    browser: facts.browser,
    browserVersion: facts.browserVersion,
    botReasons,
    isPreview,
    agentCell: cell(agent),
    cells: cells(...attributesKnownBy('device').map((name) => facts[name])),
  };
}
