import { expect, it } from 'vitest';
import { html, join, prose } from './html.ts';

const hostile = `<script>alert("it's")</script> & more`;
const escaped = '&lt;script&gt;alert(&quot;it&#39;s&quot;)&lt;/script&gt; &amp; more';

it('what is put into markup is escaped, in lists and attributes too', () => {
  expect(html`<p title="${hostile}">${[hostile, 1, undefined]}</p>`.text).toBe(
    `<p title="${escaped}">${escaped}1</p>`,
  );
});

it('markup inside markup stays what it is', () => {
  expect(html`<p>${[html`<b>${'a<b'}</b>`]}</p>`.text).toBe('<p><b>a&lt;b</b></p>');
});

it('an object that only looks like markup is not taken for it', () => {
  const lookalike = { text: hostile, toString: () => hostile };
  expect(html`${lookalike as unknown as string}`.text).toBe(escaped);
});

it('prose marks code between backticks and escapes it', () => {
  expect(prose('write `<id>` & go').text).toBe('write <code>&lt;id&gt;</code> &amp; go');
});

it('members are joined by the separator', () => {
  expect(html`${join(['a', html`<b>b</b>`, 'c'], ', ')}`.text).toBe('a, <b>b</b>, c');
});
