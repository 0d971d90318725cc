import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { originReader } from './read-origin.ts';

const read = originReader(['10.0.0.0/8']);
const request = (remoteAddress: string | undefined, headers: IncomingHttpHeaders, encrypted = false) => ({
  headers,
  socket: { remoteAddress, encrypted },
});
const forwarded = {
  host: 'edge.internal:8090',
  'x-forwarded-for': '203.0.113.9',
  'x-forwarded-host': 'Track.example:443',
  'x-forwarded-proto': 'https',
};

describe('originReader', () => {
  it('uses forwarded headers from a trusted proxy', () => {
    expect(read(request('10.0.0.1', forwarded))).toEqual({
      address: '203.0.113.9',
      host: 'track.example',
      isHttps: true,
    });
    expect(read(request('::ffff:10.0.0.1', forwarded))).toMatchObject({ host: 'track.example' });
  });

  it.each([
    ['an untrusted address', read, '198.51.100.1'],
    ['any address without trusted proxies', originReader([]), '10.0.0.1'],
  ])('ignores forwarded headers from %s', (_, reader, remote) => {
    expect(reader(request(remote, forwarded))).toEqual({
      address: remote,
      host: 'edge.internal',
      isHttps: false,
    });
  });

  it('uses the connection and the Host header in place of forwarded headers that the proxy does not send', () => {
    expect(read(request('10.0.0.1', { host: 'track.example' }, true))).toEqual({
      address: '10.0.0.1',
      host: 'track.example',
      isHttps: true,
    });
    const onlyHost = { host: 'edge.internal', 'x-forwarded-host': 'track.example' };
    expect(read(request('10.0.0.1', onlyHost, true))).toMatchObject({ host: 'track.example', isHttps: true });
    const onlyProto = { host: 'track.example', 'x-forwarded-proto': 'HTTPS' };
    expect(read(request('10.0.0.1', onlyProto))).toMatchObject({ host: 'track.example', isHttps: true });
  });

  it('uses the last value of a list, even if it is http after https', () => {
    const list = {
      host: 'x',
      'x-forwarded-host': 'made-up.example, track.example',
      'x-forwarded-proto': 'https, http',
    };
    expect(read(request('10.0.0.1', list, true))).toMatchObject({ host: 'track.example', isHttps: false });
  });

  it('returns empty values if neither the connection nor a trusted header provides them', () => {
    expect(read(request(undefined, {}))).toEqual({ address: '', host: '', isHttps: false });
    expect(read(request(undefined, forwarded))).toEqual({
      address: '',
      host: 'edge.internal',
      isHttps: false,
    });
  });
});
