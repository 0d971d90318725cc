import { describe, expect, it } from 'vitest';
import { formatRecord } from './format-domain.ts';

const record = { host: 'go.example.com', type: 'CNAME', value: 'edge.example.com' } as const;

describe('formatRecord', () => {
  it.each([
    ['right', ['edge.example.com'], 'go.example.com points to edge.example.com.', 'correct'],
    ['wrong', ['a.example', 'b.example'], 'points to a.example, b.example.', 'Change it to edge.example.com'],
    ['missing', [], 'No CNAME record found for go.example.com', 'Add the record above'],
    ['unknown', [], 'not responding', 'retries automatically'],
  ] as const)('describes a %s record and the next step', (state, found, seen, next) => {
    const described = formatRecord({ ...record, state, found: [...found] });
    expect(described.seen).toContain(seen);
    expect(described.next).toContain(next);
  });
});
