import { describe, expect, it } from 'vitest';
import { formatRecord } from './format-domain.ts';

const record = { host: 'go.example.com', type: 'CNAME', value: 'edge.example.com' } as const;

describe('what name servers say of a host', () => {
  it.each([
    ['right', ['edge.example.com'], 'go.example.com leads to edge.example.com.', 'Nothing'],
    ['wrong', ['a.example', 'b.example'], 'leads to a.example, b.example.', 'edge.example.com instead'],
    ['missing', [], 'no CNAME record of go.example.com', 'Set the one above'],
    ['unknown', [], 'do not answer', 'by itself'],
  ] as const)('is told with what to do: %s', (state, found, seen, next) => {
    const said = formatRecord({ ...record, state, found: [...found] });
    expect(said.seen).toContain(seen);
    expect(said.next).toContain(next);
  });
});
