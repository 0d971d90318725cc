import { describe, expect, it } from 'vitest';
import type { CnameAnswer } from '../../platform/resolve-cname.ts';
import { judgeAnswer } from './check-domain.ts';

describe('a domain check', () => {
  it.each<[condition: string, answer: CnameAnswer, verified: boolean]>([
    ['accepts our host', { outcome: 'names', names: ['edge.example.com'] }, true],
    ['accepts our host in a different spelling', { outcome: 'names', names: ['Edge.Example.com.'] }, true],
    [
      'accepts our host among others',
      { outcome: 'names', names: ['other.example', 'edge.example.com'] },
      true,
    ],
    ['rejects a different host', { outcome: 'names', names: ['edge.example.com.evil.example'] }, false],
    ['rejects a subdomain of our host', { outcome: 'names', names: ['a.edge.example.com'] }, false],
    ['rejects a missing record', { outcome: 'nothing' }, false],
    ['fails if the name servers do not respond', { outcome: 'no-response' }, false],
  ])('%s', (_, answer, verified) => {
    expect(judgeAnswer(answer, 'edge.example.com').verified).toBe(verified);
  });

  it('names the actual and the expected host when the record points elsewhere', () => {
    expect(judgeAnswer({ outcome: 'names', names: ['other.example'] }, 'edge.example.com')).toEqual({
      verified: false,
      error: 'The CNAME record points to other.example instead of edge.example.com',
    });
  });
});
