import { attributesKnownBy, type AttributesKnownBy } from '@waypost/contract/visits/visit-attributes.ts';
import { cell, cells } from '../../../domain/traffic/cells.ts';

export type DeviceType = 'desktop' | 'mobile' | 'tablet' | 'tv' | 'console' | 'wearable' | 'other';

export type DeviceFacts = { deviceType: DeviceType } & Record<
  Exclude<AttributesKnownBy<'device'>, 'deviceType'>,
  string | undefined
>;

export type Device = DeviceFacts & {
  botReasons: readonly string[];
  /** True for a link preview service, which fetches pages for people who have seen the link but not opened it. */
  isPreview: boolean;
  cells: string;
  agentCell: string;
};

type AgentVerdict = { agent: string; botReasons: readonly string[]; isPreview: boolean };

export function buildDevice(facts: DeviceFacts, { agent, botReasons, isPreview }: AgentVerdict): Device {
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
