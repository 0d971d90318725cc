const special: Readonly<Record<string, string>> = {
  ip: 'IP address',
  isp: 'network provider',
  asn: 'AS number',
  os: 'operating system',
  osVersion: 'system version',
  hourOfDay: 'hour of day',
  unique: 'new visitor to the',
  txid: 'transaction id',
  isFirst: 'first of its visit',
  secondsSinceVisit: 'seconds since the visit',
  userAgent: 'user agent',
};

/** What people call a field of conditions, such as device type, token 3 or parameter utm_source. */
export function sayField(name: string): string {
  if (name.startsWith('param.')) return `parameter ${name.slice('param.'.length)}`;
  return (
    special[name] ??
    name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^token(\d+)$/, 'token $1')
  );
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** One of the values of a field, in words where it has them. */
export function sayFieldValue(field: string, value: string | number | boolean): string {
  if (field === 'weekday') return weekdays[Number(value) - 1] ?? String(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return String(value);
}
