import { describe, expect, it } from 'vitest';
import { ClientIds } from './client-ids.ts';

const ids = new ClientIds(Buffer.alloc(32, 1));
const registration = { name: 'Agent 🛰', redirectUris: ['http://127.0.0.1/callback', 'cursor://app/x'] };

describe('a client ID', () => {
  it('decodes to its registration and is different each time', () => {
    const id = ids.issue(registration);
    expect(id).toMatch(/^[\w-]+\.[\w-]{22}$/);
    expect(ids.issue(registration)).not.toBe(id);
    expect(ids.find(id)).toEqual({
      client_id: id,
      client_name: registration.name,
      redirect_uris: registration.redirectUris,
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    });
  });

  it('is rejected if changed, encoded differently or signed with a different key', () => {
    const id = ids.issue(registration);
    const [body = '', signature = ''] = id.split('.');
    const forged = Buffer.from(JSON.stringify(['Agent', ['https://evil.example/'], 'x'])).toString(
      'base64url',
    );
    const other = new ClientIds(Buffer.alloc(32, 2)).issue(registration);
    for (const wrong of [`${forged}.${signature}`, `${id}=`, `${id}.x`, `${body}.`, body, '', '.', other])
      expect([wrong, ids.find(wrong)]).toEqual([wrong, undefined]);
    for (let at = 0; at < id.length; at += 1) {
      const changed = `${id.slice(0, at)}${id[at] === 'A' ? 'B' : 'A'}${id.slice(at + 1)}`;
      expect([changed, ids.find(changed)]).toEqual([changed, undefined]);
    }
  });
});
