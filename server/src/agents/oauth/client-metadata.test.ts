import { describe, expect, it } from 'vitest';
import { describeName, describeRedirect, isSafeRedirect, readRegistration } from './client-metadata.ts';

describe('a redirect URI', () => {
  it.each([
    'https://agent.example/callback',
    'http://127.0.0.1:1234/callback',
    'http://localhost/callback',
    'http://[::1]:1/',
    'cursor://anysphere.cursor/callback',
  ])('%s is safe', (uri) => expect(isSafeRedirect(uri)).toBe(true));

  it.each([
    'http://agent.example/callback',
    'http://127.0.0.1.evil.example/',
    'http://localhost.evil.example/',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://x',
    'smb://evil.example/share',
    'ftp://evil.example/',
    'ws://evil.example/',
    'wss://evil.example/',
    'mailto:somebody@evil.example',
    'ms-msdt:/id',
    'intent://evil.example#Intent;end',
    'about:blank',
    '/callback',
    '',
  ])('%s is not safe', (uri) => expect(isSafeRedirect(uri)).toBe(false));

  it.each([
    ['https://agent.example:8443/x', 'agent.example:8443', 'website'],
    ['https://127.0.0.1.evil.example/', '127.0.0.1.evil.example', 'website'],
    ['https://localhost:1234/x', 'localhost:1234', 'device'],
    ['http://127.0.0.1:1234/x', '127.0.0.1:1234', 'device'],
    ['cursor://anysphere/x', 'cursor://anysphere', 'app'],
    ['com.example.agent:/callback', 'com.example.agent:', 'app'],
  ])('%s is described by its destination', (uri, redirectHost, redirectKind) =>
    expect(describeRedirect(uri)).toEqual({ redirectHost, redirectKind }),
  );
});

it('describeName returns one short line without invisible characters', () => {
  expect(describeName('  My\u202e\n\u0000 agent\u200b ', 'none')).toBe('My agent');
  expect(describeName(undefined, 'none')).toBe('none');
  expect(describeName('\u200b', 'none')).toBe('none');
  expect(Array.from(describeName('🛰'.repeat(300), ''))).toHaveLength(100);
});

describe('a client registration', () => {
  it('keeps only the name and the redirect URIs', () => {
    const given = {
      client_name: 'A',
      redirect_uris: ['https://a.example/'],
      scope: 'openid admin',
      grant_types: ['client_credentials'],
      token_endpoint_auth_method: 'client_secret_post',
      client_secret: 'chosen by somebody',
      jwks_uri: 'http://169.254.169.254/',
      logo_uri: 'http://169.254.169.254/',
    };
    expect(readRegistration(given)).toEqual({ name: 'A', redirectUris: ['https://a.example/'] });
  });

  it.each([
    null,
    [],
    {},
    { redirect_uris: 'https://a.example/' },
    { redirect_uris: [] },
    { redirect_uris: Array(11).fill('https://a.example/') },
    { redirect_uris: [1] },
    { redirect_uris: ['smb://evil.example/'] },
    { redirect_uris: [`https://a.example/${'x'.repeat(1_500)}`] },
    { redirect_uris: [`https://a.example/${'ж'.repeat(750)}`] },
  ])('is rejected if its body is %j', (body) =>
    expect(() => readRegistration(body)).toThrow(/redirect_uris|JSON object/),
  );
});
