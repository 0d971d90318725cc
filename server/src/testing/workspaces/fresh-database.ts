import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { shardUrls } from '../../traffic/clickhouse/shards/shard-layout.ts';

export async function makeDatabase(): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const client = new Client({ connectionString: inject('superuserUrl') });
  await client.connect();
  await client.query(`CREATE DATABASE ${name} OWNER waypost`);
  await client.end();
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return url.href;
}

export function freshClickHouseUrl(): string {
  const name = `test_${randomBytes(6).toString('hex')}`;
  return shardUrls(inject('clickhouseUrl'))
    .map((address) => {
      const url = new URL(address);
      url.pathname = `/${name}`;
      return url.href;
    })
    .join(',');
}
