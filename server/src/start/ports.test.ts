import { describe, expect, it } from 'vitest';
import type { ActivatedPort } from '../platform/held-port.ts';
import { findActivatedPort } from './ports.ts';

function activated(address: string, port: number): ActivatedPort {
  return { address, port, descriptor: 3, close: () => undefined };
}

describe('a port that systemd holds', () => {
  const place = { host: '127.0.0.1', port: 8080, variable: 'WAYPOST_PORT' };

  it('is used if the settings name it', () => {
    const ports = [activated('127.0.0.1', 8090), activated('127.0.0.1', 8080)];
    expect(findActivatedPort(place, ports)).toBe(ports[1]);
    expect(findActivatedPort(place, ports.slice(0, 1))).toBeUndefined();
  });

  it('may listen on all addresses of one or both protocols', () => {
    expect(findActivatedPort({ ...place, host: '0.0.0.0' }, [activated('::', 8080)])).toBeDefined();
  });

  it('is refused if the settings name another address, with the command that applies them', () => {
    expect(() => findActivatedPort(place, [activated('0.0.0.0', 8080)])).toThrow(
      'listens on 0.0.0.0 for port 8080 (WAYPOST_PORT), but the settings say 127.0.0.1. Apply the settings with: sudo waypost service install',
    );
  });
});
