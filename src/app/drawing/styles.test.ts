import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { liftStyles } from './styles.ts';

test('equal styles share one rule, and no style attribute remains', () => {
  const bar = (width: string) => h('i', { style: { width, minWidth: 1 } });
  const { markup, styles } = liftStyles(
    renderToStaticMarkup(h('p', {}, bar('37.5%'), bar('4rem'), bar('37.5%'))),
  );
  expect(markup).toBe('<p><i data-drawn="0"></i><i data-drawn="1"></i><i data-drawn="0"></i></p>');
  expect(styles).toBe('[data-drawn="0"]{width:37.5%;min-width:1px}[data-drawn="1"]{width:4rem;min-width:1px}');
});

test('text that looks like a style stays text', () => {
  const text = ' style="color:red" ';
  const { markup, styles } = liftStyles(renderToStaticMarkup(h('p', { title: text }, text)));
  expect(styles).toBe('');
  expect(markup).toContain('style=&quot;color:red&quot;');
});

test.each(['red}*{color:red', 'url("x")', 'red</style><script>', 'a&b', "'x'", '\\7d'])(
  'a value that could end its rule is left out: %s',
  (color) => {
    const { markup, styles } = liftStyles(renderToStaticMarkup(h('p', { style: { color } })));
    expect([markup, styles]).toEqual(['<p></p>', '']);
  },
);
