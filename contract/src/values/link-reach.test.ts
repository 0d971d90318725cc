import { expect, it } from 'vitest';
import { reachOf } from './link-reach.ts';

it.each([
  ['http://127.0.0.1:8081/c/1?x={y}', 'computer'],
  ['http://127.1/', 'computer'],
  ['http://localhost:8081/go', 'computer'],
  ['http://LOCALHOST./', 'computer'],
  ['http://edge.localhost/', 'computer'],
  ['http://0.0.0.0:1/', 'computer'],
  ['http://[::1]:8081/e/key', 'computer'],
  ['http://[::ffff:127.0.0.1]/', 'computer'],
  ['<script src="http://127.0.0.1:8081/w.js"></script>', 'computer'],
  ['http://10.1.2.3/', 'network'],
  ['http://172.16.0.1/', 'network'],
  ['http://172.31.255.255/', 'network'],
  ['http://192.168.1.5:8081/', 'network'],
  ['http://169.254.1.1/', 'network'],
  ['http://100.64.0.1/', 'network'],
  ['http://[fd12::1]/', 'network'],
  ['http://[fe80::1]/', 'network'],
  ['http://tracker.local/', 'network'],
  ['http://tracker.internal/', 'network'],
  ['http://nas:8081/', 'network'],
  ['https://track.example.com/c/1', 'public'],
  ['http://172.32.0.1/', 'public'],
  ['http://100.128.0.1/', 'public'],
  ['http://11.0.0.1/', 'public'],
  ['http://[2606:4700::1]/', 'public'],
  ['https://localhost.example.com/', 'public'],
  ['https://127.0.0.1.example.com/', 'public'],
  ['clickid={click_id}', 'public'],
  ['', 'public'],
])('reachOf(%j) is %s', (text, reach) => {
  expect(reachOf(text)).toBe(reach);
});
