import { trafficColumns } from '../../domain/traffic/columns.ts';
import { newId } from '../../platform/ids.ts';

export type RowCells = Partial<Record<(typeof trafficColumns)[number], string>>;

/** Builds a row from escaped cells; missing cells become unknown values. */
export function buildRow(values: RowCells): string {
  return trafficColumns.map((name) => values[name] ?? '').join('\t');
}

export function buildVisitRow(values: RowCells, timeMs: number): string {
  const id = values.id ?? newId(timeMs);
  return buildRow({
    type: 'visit',
    visit_time: String(timeMs),
    time: String(timeMs),
    id,
    visit_id: id,
    expires: '2100-01-01',
    config_version: '7',
    country: 'DE',
    region: 'Berlin',
    city: 'Berlin',
    isp: 'Example Telecom',
    asn: '64500',
    device_type: 'desktop',
    os: 'Windows',
    browser: 'Chrome',
    language: 'de',
    referrer: 'https://example.com/a/page',
    referrer_domain: 'example.com',
    ip: '::ffff:192.0.2.1',
    user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36',
    token1: 'keyword',
    outcome: 'landing',
    destination_url: 'https://example.com/landing?cid=abcdefghijklmnopqrstuvwxyz0123456789AB',
    visits: '1',
    unique_visits: '1',
    ...values,
  });
}
