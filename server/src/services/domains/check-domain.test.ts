import { describe, expect, it } from 'vitest';
import type { CnameAnswer } from '../../platform/resolve-cname.ts';
import { judgeAnswer } from './check-domain.ts';

describe('a domain whose name servers say', () => {
  it.each<[what: string, answer: CnameAnswer, verified: boolean]>([
    ['our host', { outcome: 'names', names: ['edge.example.com'] }, true],
    ['our host in another spelling', { outcome: 'names', names: ['Edge.Example.com.'] }, true],
    ['our host among others', { outcome: 'names', names: ['other.example', 'edge.example.com'] }, true],
    ['another host', { outcome: 'names', names: ['edge.example.com.evil.example'] }, false],
    ['a host below ours', { outcome: 'names', names: ['a.edge.example.com'] }, false],
    ['nothing', { outcome: 'nothing' }, false],
    ['not a word', { outcome: 'silence' }, false],
  ])('%s', (_, answer, verified) => {
    expect(judgeAnswer(answer, 'edge.example.com').verified).toBe(verified);
  });

  it('another host is told where it leads and where it should', () => {
    expect(judgeAnswer({ outcome: 'names', names: ['other.example'] }, 'edge.example.com')).toEqual({
      verified: false,
      error: 'The CNAME record points to other.example instead of edge.example.com',
    });
  });
});
