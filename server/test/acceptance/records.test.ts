import { landing } from '@waypost/contract/campaigns/landings.ts';
import { publicRotatorRules, rotator, rotatorPath } from '@waypost/contract/rotators/rotators.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CheckedApi, type ApiCaller } from '../../src/testing/http/api-client.ts';
import { lightStoreEnvironment } from '../../src/testing/machine.ts';
import { removeDataDirectory, startProduct, type Product } from '../../src/testing/product/product.ts';

let product: Product;
let api: CheckedApi;
let writer: ApiCaller;
let reader: ApiCaller;
let outsider: ApiCaller;
const unknownId = '00000000-0000-7000-8000-000000000000';

beforeAll(async () => {
  product = await startProduct({ environment: lightStoreEnvironment });
  api = await CheckedApi.open(product);
  const workspace = api.newWorkspace();
  writer = api.caller('write', workspace);
  reader = api.caller('read', workspace);
  outsider = api.caller('write', api.newWorkspace());
});

afterAll(async () => {
  await product.stop();
  removeDataDirectory(product.dataDirectory);
});

const page = { name: 'Page', url: 'https://example.com/p?c={clickid}', country: 'de' };

describe('landings', () => {
  test('are created, read, changed, archived and restored', async () => {
    const id = await writer.create('/landings', page);
    const read = await reader.send<Record<string, unknown>>('GET', `/landings/${id}`);
    expect(landing.parse(read.data)).toMatchObject({
      id,
      name: 'Page',
      url: page.url,
      country: 'DE',
      status: 'active',
    });
    expect(await writer.send('PATCH', `/landings/${id}`, { name: ' New name ' })).toMatchObject({
      status: 200,
      data: null,
    });
    expect((await reader.send('GET', `/landings/${id}`)).data).toEqual({ ...read.data, name: 'New name' });
    expect(await writer.send('PATCH', `/landings/${id}`, { ...read.data, country: null })).toMatchObject({
      status: 200,
      data: null,
    });
    expect((await reader.send('GET', `/landings/${id}`)).data).toEqual({ ...read.data, country: null });
    expect(await writer.send('DELETE', `/landings/${id}`)).toMatchObject({ status: 200, data: null });
    expect(await writer.send('DELETE', `/landings/${id}`)).toMatchObject({ status: 200, data: null });
    expect((await reader.send('GET', `/landings/${id}`)).data).toMatchObject({ status: 'archived' });
    expect(await writer.send('PATCH', `/landings/${id}`, { name: 'x' })).toMatchObject({
      status: 409,
      error: { code: 'CONFLICT' },
    });
    expect(await writer.send('POST', '/landings/restore', { ids: [id, id, id.toUpperCase()] })).toMatchObject(
      { status: 200, data: { restored: 1 } },
    );
    expect((await reader.send('GET', `/landings/${id}`)).data).toMatchObject({ status: 'active' });
  });

  test('are listed oldest first and filtered by name, IDs, country and archived status', async () => {
    const mark = `List ${Math.random()}`;
    const ids: string[] = [];
    for (const [index, country] of ['FR', 'IT', null].entries())
      ids.push(await writer.create('/landings', { ...page, name: `${mark} 100%_${index}`, country }));
    await writer.send('DELETE', `/landings/${ids[2]}`);
    const list = async (query: string) => {
      const { status, data } = await reader.send<{ id: string }[]>('GET', `/landings?${query}`);
      expect(status).toBe(200);
      return data.map((one) => one.id);
    };
    const text = encodeURIComponent(mark.toUpperCase());
    expect(await list(`query=${text}`)).toEqual(ids.slice(0, 2));
    expect(await list(`q=${text}&includeArchived=1`)).toEqual(ids);
    expect(await list(`q=${text}&country=it`)).toEqual([ids[1]]);
    expect(await list(`ids=${ids[1]},${unknownId},${ids[0]?.toUpperCase()}`)).toEqual([ids[0], ids[1]]);
    expect(await list(`q=${encodeURIComponent('100%_1')}`)).toContain(ids[1]);
    expect(await list(`q=${encodeURIComponent('100%%')}`)).toEqual([]);
    expect(await list(`query=${text}&q=${text}`)).toEqual(ids.slice(0, 2));
  });

  test('are listed completely even if they exceed one page', async () => {
    const caller = api.caller('write', api.newWorkspace());
    await Promise.all(
      Array.from({ length: 10 }, async (_, lane) => {
        for (let n = 0; n < 61; n += 1) await caller.create('/landings', { ...page, name: `${lane}-${n}` });
      }),
    );
    const { data } = await caller.send<{ id: string; createdAt: string }[]>('GET', '/landings');
    expect(new Set(data.map((one) => one.id)).size).toBe(610);
    expect(data.map((one) => one.createdAt + one.id)).toEqual(
      data.map((one) => one.createdAt + one.id).toSorted(),
    );
  });
});

describe('rotators', () => {
  test('are created with defaults, listed and restored', async () => {
    const name = `Rotator ${Math.random()}`;
    const id = await writer.create('/rotators', { name });
    const other = await writer.create('/rotators', { name, shared: true, country: 'us' });
    const { data } = await reader.send<unknown[]>('GET', `/rotators?q=${encodeURIComponent(name)}`);
    expect(data.map((one) => rotator.parse(one))).toMatchObject([
      { id, name, shared: false, country: null, status: 'active' },
      { id: other, name, shared: true, country: 'US', status: 'active' },
    ]);
    expect(await writer.send('POST', '/rotators/restore', { ids: [id, other] })).toMatchObject({
      status: 200,
      data: { restored: 2 },
    });
  });
});

describe('traffic sources', () => {
  const full = {
    name: 'Source',
    clickIdParam: 'click',
    costParam: 'cost',
    postbackUrl: 'https://source.example.com/pb?id={externalid}&sum={payout}',
    clickIdMacro: '${SUBID}',
    costMacro: '{cost}',
  };

  test('can be created with only a name or with all fields, then archived and restored', async () => {
    const ids = [
      await writer.create('/traffic-sources', { name: 'Bare' }),
      await writer.create('/traffic-sources', full),
      await writer.create('/traffic-sources', {
        name: 'Blank',
        clickIdParam: '',
        postbackUrl: '',
        costParam: null,
      }),
    ];
    for (const id of ids) {
      expect(await writer.send('DELETE', `/traffic-sources/${id}`)).toMatchObject({
        status: 200,
        data: null,
      });
      expect(await writer.send('DELETE', `/traffic-sources/${id}`)).toMatchObject({
        status: 200,
        data: null,
      });
    }
    expect(await writer.send('POST', '/traffic-sources/restore', { ids: [...ids, ...ids] })).toMatchObject({
      status: 200,
      data: { restored: 3 },
    });
    expect(await writer.send('DELETE', `/traffic-sources/${unknownId}`)).toMatchObject({ status: 404 });
  });

  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://%31%32%37.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://169.254.169.254/latest',
    'http://10.0.0.1/',
    'http://192.168.1.1/',
    'http://172.16.0.1/',
    'http://100.64.0.1/',
    'http://localhost/',
    'http://localhost./',
    'http://a.localhost/',
    'http://metadata.google.internal/',
    'http://printer/',
    'http://a.local/',
    'http://168.63.129.16/',
    'https://user:pass@example.com/',
    'https://example.com:5432/',
    'https://{host}/',
    'ftp://example.com/',
    '//example.com/',
    'example.com',
    'https://',
  ])('with the postback URL %s are rejected', async (postbackUrl) => {
    const { status, error } = await writer.send('POST', '/traffic-sources', { name: 'S', postbackUrl });
    expect(status).toBe(400);
    expect(error.details['issues']).toMatchObject([{ path: 'postbackUrl' }]);
  });

  test.each<[field: string, value: unknown]>([
    ['name', 'x'.repeat(161)],
    ['name', null],
    ['clickIdParam', 'x'.repeat(121)],
    ['costParam', 'x'.repeat(121)],
    ['clickIdMacro', 'x'.repeat(121)],
    ['costMacro', 5],
    ['postbackUrl', `https://example.com/${'x'.repeat(2048)}`],
    ['tokens', []],
  ])('with an invalid %s are rejected', async (field, value) => {
    const { status, error } = await writer.send('POST', '/traffic-sources', { ...full, [field]: value });
    expect(status).toBe(400);
    expect(error.details['issues']).toMatchObject([{ path: field }]);
  });
});

describe('rotator rules', () => {
  test('start with an empty default path that has its own ID', async () => {
    const id = await writer.create('/rotators', { name: 'Routing' });
    const rules = await reader.send<unknown>('GET', `/rotators/${id}/rules`);
    expect(rules.status).toBe(200);
    const { defaultPathId, ...rest } = publicRotatorRules.parse(rules.data);
    expect(rest).toEqual({
      version: 1,
      rules: [],
      paths: [{ id: defaultPathId, name: 'Default', enabled: true, landings: [], offers: [] }],
    });
    const paths = await reader.send<unknown[]>('GET', `/rotator-paths?rotatorId=${id}`);
    expect(paths.data.map((one) => rotatorPath.parse(one))).toMatchObject([
      { id: defaultPathId, rotatorId: id, name: 'Default', deletedAt: null },
    ]);
    expect(
      (await reader.send('GET', `/rotator-paths?ids=${defaultPathId},${unknownId}&includeArchived=1`)).data,
    ).toEqual(paths.data);
    expect((await reader.send('GET', `/rotator-paths?rotatorId=${unknownId}`)).data).toEqual([]);
    expect(await reader.send('GET', '/rotator-paths?rotatorId=nonsense')).toMatchObject({ status: 400 });
  });
});

describe('validation', () => {
  test.each<[body: unknown, paths: string[]]>([
    [{}, ['name', 'url']],
    [{ ...page, name: '' }, ['name']],
    [{ ...page, name: 'x'.repeat(161) }, ['name']],
    [{ ...page, name: 'a\u0000b' }, ['name']],
    [{ ...page, url: 'ftp://example.com' }, ['url']],
    [{ ...page, url: 'https://{host}/' }, ['url']],
    [{ ...page, country: 'XX' }, ['country']],
    [{ ...page, surprise: 1, another: 2 }, ['surprise', 'another']],
    [{ ...page, status: 'archived' }, ['status']],
    [[], ['']],
    [undefined, ['']],
  ])('names the invalid fields of the new landing page %j', async (body, paths) => {
    const { status, error } = await writer.send('POST', '/landings', body);
    expect(status).toBe(400);
    expect(error.code).toBe('VALIDATION_FAILED');
    expect((error.details['issues'] as { path: string }[]).map((issue) => issue.path)).toEqual(paths);
  });

  test.each([
    ['/landings?country=xx', 'country'],
    ['/landings?ids=', 'ids'],
    ['/landings?ids=nonsense', 'ids'],
    ['/landings?includeArchived=0', 'includeArchived'],
    ['/landings?includeArchived=true', 'includeArchived'],
    ['/landings?q=a&query=b', 'q'],
    ['/landings?q=a&q=b', 'q'],
    ['/landings?limit=1', 'limit'],
    ['/rotators?includeArchived=1', 'includeArchived'],
  ])('names the invalid parameter of the query %s', async (path, field) => {
    const { status, error } = await reader.send('GET', path);
    expect(status).toBe(400);
    expect((error.details['issues'] as { path: string }[]).map((issue) => issue.path)).toEqual([field]);
  });

  test.each([[[]], [Array.from({ length: 201 }, () => unknownId)], [['nonsense']], ['x']])(
    'rejects a bulk request with invalid IDs (case %#)',
    async (ids) => {
      for (const path of ['/landings/restore', '/rotators/restore'])
        expect((await writer.send('POST', path, { ids })).status).toBe(400);
    },
  );

  test('rejects a body that is incomplete, nested too deeply, too large or not JSON', async () => {
    expect(await writer.send('POST', '/landings', '{"name":')).toMatchObject({ status: 400 });
    expect(await writer.send('POST', '/landings', '['.repeat(40) + ']'.repeat(40))).toMatchObject({
      status: 400,
    });
    expect(await writer.send('POST', '/landings', page, { 'content-type': 'text/plain' })).toMatchObject({
      status: 400,
    });
    expect(await writer.send('POST', '/landings', { ...page, name: 'x'.repeat(300_000) })).toMatchObject({
      status: 413,
      error: { code: 'PAYLOAD_TOO_LARGE' },
    });
  });
});

describe('authorization', () => {
  const writes: [method: string, path: string][] = [
    ['POST', '/landings'],
    ['PATCH', `/landings/${unknownId}`],
    ['DELETE', `/landings/${unknownId}`],
    ['POST', '/landings/restore'],
    ['POST', '/rotators'],
    ['POST', '/rotators/restore'],
    ['POST', '/traffic-sources'],
    ['DELETE', `/traffic-sources/${unknownId}`],
    ['POST', '/traffic-sources/restore'],
  ];

  test.each(writes)(
    '%s %s with a read-only key gets 403 before anything else is checked',
    async (method, path) => {
      expect(await reader.send(method, path, '{broken')).toMatchObject({
        status: 403,
        error: { code: 'FORBIDDEN' },
      });
    },
  );

  test.each(writes)(
    '%s %s from a page on another origin gets 403 even with a write key',
    async (method, path) => {
      expect(await writer.send(method, path, '{broken', { 'sec-fetch-site': 'cross-site' })).toMatchObject({
        status: 403,
      });
      expect(await writer.send(method, path, '{broken', { origin: 'https://evil.example' })).toMatchObject({
        status: 403,
      });
    },
  );

  test('a record in another workspace cannot be told apart from an unknown one', async () => {
    const id = await writer.create('/landings', page);
    const rotatorId = await writer.create('/rotators', { name: 'Mine' });
    const sourceId = await writer.create('/traffic-sources', { name: 'Mine' });
    const attempts: [method: string, path: (id: string) => string, body?: (id: string) => unknown][] = [
      ['GET', (one) => `/landings/${one}`],
      ['PATCH', (one) => `/landings/${one}`, () => ({ name: 'Taken over' })],
      ['DELETE', (one) => `/landings/${one}`],
      ['GET', (one) => `/landings?ids=${one}`],
      ['POST', () => '/landings/restore', (one) => ({ ids: [one] })],
      ['GET', (one) => `/rotators?ids=${one}`],
      ['POST', () => '/rotators/restore', (one) => ({ ids: [one] })],
      ['GET', (one) => `/rotators/${one}/rules`],
      ['GET', (one) => `/rotator-paths?rotatorId=${one}`],
      ['GET', (one) => `/rotator-paths?ids=${one}`],
      ['DELETE', (one) => `/traffic-sources/${one}`],
      ['POST', () => '/traffic-sources/restore', (one) => ({ ids: [one] })],
    ];
    for (const [method, path, body] of attempts) {
      for (const own of [id, rotatorId, sourceId]) {
        const foreign = await outsider.send(method, path(own), body?.(own));
        const unknown = await outsider.send(method, path(unknownId), body?.(unknownId));
        expect(foreign.status).toBe(unknown.status);
        expect(foreign.raw.replaceAll(own, unknownId)).toBe(unknown.raw);
      }
    }
    expect((await reader.send('GET', `/landings/${id}`)).data).toMatchObject({
      name: 'Page',
      status: 'active',
    });
    expect(await outsider.send('GET', '/landings/nonsense')).toMatchObject({
      status: 404,
      error: { code: 'NOT_FOUND' },
    });
  });

  test('a bulk request with one unknown ID changes nothing and names the ID', async () => {
    const id = await writer.create('/landings', page);
    await writer.send('DELETE', `/landings/${id}`);
    expect(await writer.send('POST', '/landings/restore', { ids: [id, unknownId] })).toMatchObject({
      status: 404,
      error: { details: { missing: [unknownId] } },
    });
    expect((await reader.send('GET', `/landings/${id}`)).data).toMatchObject({ status: 'archived' });
  });
});
