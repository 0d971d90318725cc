import { expect, it } from 'vitest';
import { html, join, prose } from './html.ts';

const hostile = `<script>alert("it's")</script> & more`;
const escaped = '&lt;script&gt;alert(&quot;it&#39;s&quot;)&lt;/script&gt; &amp; more';

it('html escapes inserted values, including those in lists and attributes', () => {
  expect(html`<p title="${hostile}">${[hostile, 1, undefined]}</p>`.text).toBe(
    `<p title="${escaped}">${escaped}1</p>`,
  );
});

it('html keeps nested markup', () => {
  expect(html`<p>${[html`<b>${'a<b'}</b>`]}</p>`.text).toBe('<p><b>a&lt;b</b></p>');
});

it('html escapes objects that only look like markup', () => {
  const lookalike = { text: hostile, toString: () => hostile };
  expect(html`${lookalike as unknown as string}`.text).toBe(escaped);
});

it('prose renders backticks as escaped code', () => {
  expect(prose('write `<id>` & go').text).toBe('write <code>&lt;id&gt;</code> &amp; go');
});

it('join inserts the separator between values', () => {
  expect(html`${join(['a', html`<b>b</b>`, 'c'], ', ')}`.text).toBe('a, <b>b</b>, c');
});
