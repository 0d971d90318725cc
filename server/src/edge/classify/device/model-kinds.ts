import type { DeviceType } from './device.ts';
import { isTabletModel } from './tablet-models.ts';
import { isTvModel } from './tv-models.ts';

const wearableModel =
  /watch|^(?:SM-R\d|Gear |LEM\d|APPLLP|LEO-|GLL-AL|ARC-AL00|OW\d\dW|OPWW|THOR |Moto 360|Glass \d|Pico|A8110|Quest|VRL?-?\d)|\bVR\b|kidphone|elari|geozon/i;
const consoleModel =
  /^(?:Retroid|RG\d{3}|RGCUBE|OUYA|Switch(?: |$)|GR0006|Razer Edge|JXD_S|SHIELD$)|gamepad/i;
const desktopModel = /chromebook|chromebox/i;

/**
 * Returns the type of an Android device if the model reveals it. Android itself only distinguishes phones (`Mobile`)
 * from other devices: TVs and set-top boxes look like tablets, and tablets with a SIM slot and many TVs look like
 * phones.
 */
export function kindOfModel(model: string): DeviceType | undefined {
  if (wearableModel.test(model)) return 'wearable';
  if (consoleModel.test(model)) return 'console';
  if (isTabletModel(model)) return 'tablet';
  if (isTvModel(model)) return 'tv';
  return desktopModel.test(model) ? 'desktop' : undefined;
}
