import { h } from 'preact';
import { render } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { findRows, PayeeList, type PayeeRow } from './payee-list.tsx';

const rowsOf = (count: number): PayeeRow[] =>
  Array.from({ length: count }, (_, at) => ({
    text: `${at + 1}.00 USDC ${at % 2 === 0 ? 'Paid ' : ''}0xAb${at}`,
    shown: h('li', { key: at }, `row ${at + 1}`),
  }));

describe('the payees of a link', () => {
  it('are all shown where they are few, and the first of many', () => {
    expect(render(h(PayeeList, { rows: rowsOf(5) }))).not.toContain('<details');
    const html = render(h(PayeeList, { rows: rowsOf(20) }));
    expect(html).toContain('Show the other 15');
    expect(html).not.toContain('type="search"');
  });

  it('can be searched from twenty-one on', () => {
    expect(render(h(PayeeList, { rows: rowsOf(21) }))).toContain('type="search"');
  });

  it('are found by the words of their address, amount and status, in any case', () => {
    const rows = rowsOf(30);
    const textsOf = (wanted: string) => findRows(rows, wanted).map(({ text }) => text);
    expect(textsOf('0XAB17')).toEqual(['18.00 USDC 0xAb17']);
    expect(textsOf('usdc 0xab2')).toHaveLength(11);
    expect(textsOf('paid')).toHaveLength(15);
    expect(textsOf('nobody')).toEqual([]);
  });
});
