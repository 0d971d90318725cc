import type { DaySums } from '../../traffic/traffic-store.ts';
import type { TrafficAddress } from '../engine-addresses.ts';
import { openTraffic } from '../open-traffic.ts';

export async function summarizeDays(address: TrafficAddress): Promise<DaySums[]> {
  const traffic = await openTraffic(address);
  try {
    return await traffic.summarizeDays();
  } finally {
    await traffic.close();
  }
}
