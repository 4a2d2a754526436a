import { describe, expect, it } from 'vitest';
import { findColumns } from './columns.ts';
import { decodeFile } from './decode-file.ts';
import { addSample, paceOf } from './progress.ts';
import { readCsv, writeCsv } from './read-csv.ts';
import { keepRows, rowsOf } from './rows.ts';

const NETWORKS = [
  { id: 'base', name: 'Base', chainId: 8453 },
  { id: 'arbitrum-one', name: 'Arbitrum One', chainId: 42161 },
];
const ANNA = `0x${'1'.repeat(40)}`;

/** The payouts of a text, as the page sends them. */
function payoutsOf(text: string) {
  const { mapping, records } = findColumns(readCsv(text).records);
  return rowsOf(records, mapping, NETWORKS);
}

describe('a file of payouts', () => {
  it.each([',', ';', '\t'])('is read with cells that are separated by %j', (sign) => {
    const lines = [
      ['recipient', 'amount', 'currency', 'network', 'reference'],
      [ANNA, '1.5', 'USDC-base', 'base', 'JAN'],
    ];
    expect(payoutsOf(lines.map((cells) => cells.join(sign)).join('\r\n'))).toEqual([
      {
        line: 2,
        recipient: ANNA,
        amount: '1.5',
        currency: 'USDC-base',
        network: 'base',
        reference: 'JAN',
        recipientIdentifier: '',
      },
    ]);
  });

  it('keeps quoted separators, quotes and line breaks, and counts lines as an editor does', () => {
    const text = [
      'amount,recipient,currency,note',
      `1,${ANNA},USDC-base,"a ""b"", c`,
      'second line"',
      '',
      `2,${ANNA},USDC-base,`,
      ' , ,,',
      `"3",${ANNA},USDC-base,x`,
    ].join('\n');
    expect(payoutsOf(text)).toMatchObject([
      { line: 2, amount: '1', reference: 'a "b", c\nsecond line' },
      { line: 5, amount: '2', reference: '' },
      { line: 7, amount: '3' },
    ]);
  });

  it('says where a quote does not end', () => {
    expect(readCsv(`a,b\n1,"2\n3,4`).faults).toEqual([
      { line: 2, message: 'Quoted field unterminated' },
    ]);
  });

  it('has its columns in any order and by any usual name', () => {
    const text = `Token;Chain;Wallet address;Sum;Name\nUSDC;Base;${ANNA};7;Anna`;
    expect(payoutsOf(text)).toMatchObject([
      {
        recipient: ANNA,
        amount: '7',
        currency: 'USDC-base',
        network: 'base',
        recipientIdentifier: 'Anna',
      },
    ]);
  });

  it('may have no header, and then has the order of the template', () => {
    const { hasHeader, names, mapping } = findColumns(readCsv(`${ANNA},1,USDC-base`).records);
    expect({ hasHeader, names, mapping }).toMatchObject({
      hasHeader: false,
      names: ['1', '2', '3'],
      mapping: { recipient: 0, amount: 1, currency: 2, network: null },
    });
  });

  it.each([
    ['USDC', '8453', 'USDC-base', 'base'],
    ['USDC-arbitrum-one', '', 'USDC-arbitrum-one', 'arbitrum-one'],
    ['ETH-base-base', '', 'ETH-base-base', 'base'],
    ['USDC', '', 'USDC', ''],
    ['USDC', 'moon', 'USDC', 'moon'],
    ['', 'Base', '', 'base'],
    ['USDC-base', 'Arbitrum One', 'USDC-base', 'arbitrum-one'],
  ])('of %j on %j says %j on %j', (...[currency, network, id, place]) => {
    const text = `recipient,amount,currency,network\n${ANNA},1,${currency},${network}`;
    expect(payoutsOf(text)).toMatchObject([{ currency: id, network: place }]);
  });

  it.each(['', '\n\n', ' , \n', 'recipient,amount'])('has no payout in %j', (text) => {
    expect(payoutsOf(text)).toEqual([]);
  });

  it('takes a thousand lines with long cells without losing one', () => {
    const lines = Array.from({ length: 1000 }, (_, i) => `${ANNA},${i + 1},"${'x'.repeat(600)}"`);
    const rows = payoutsOf(`recipient,amount,reference\n${lines.join('\n')}`);
    expect(rows).toHaveLength(1000);
    expect(rows.at(-1)).toMatchObject({ line: 1001, amount: '1000' });
    expect(rows[0]?.reference).toHaveLength(500);
  });
});

describe('the bytes of a file', () => {
  it.each([
    ['UTF-8', new TextEncoder().encode('Zoë')],
    ['UTF-8 with its mark', new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode('Zoë')])],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x5a, 0, 0x6f, 0, 0xeb, 0])],
    ['big-endian UTF-16', new Uint8Array([0xfe, 0xff, 0, 0x5a, 0, 0x6f, 0, 0xeb])],
    ['Windows-1252', new Uint8Array([0x5a, 0x6f, 0xeb])],
  ])('are read as %s', (_name, bytes) => {
    expect(decodeFile(bytes)).toBe('Zoë');
  });
});

describe('rows that were refused', () => {
  it('are written so that they can be read again, and no spreadsheet calculates them', () => {
    const text = writeCsv([
      ['line', 'recipient', 'problem'],
      ['3', '=1+1', 'a "b", c'],
    ]);
    expect(text).toBe(`\uFEFFline,recipient,problem\r\n3,"'=1+1","a ""b"", c"\r\n`);
    expect(readCsv(decodeFile(new TextEncoder().encode(text))).records).toHaveLength(2);
  });

  it('are left out by the places that the API names', () => {
    const rows = payoutsOf(`recipient,amount\n${ANNA},1\n${ANNA},0\n${ANNA},3`);
    const checked = [true, false, true].map((isValid, position) => ({ position, isValid }));
    expect(keepRows(rows, checked).map(({ line }) => line)).toEqual([2, 4]);
  });
});

describe('the time left', () => {
  it('follows from the newest samples, and is unknown before two of them differ', () => {
    const one = addSample([], { atMs: 0, done: 10 });
    expect(paceOf(one, 100)).toBeUndefined();
    expect(paceOf(addSample(one, { atMs: 1_000, done: 10 }), 100)).toBeUndefined();
    const two = addSample(one, { atMs: 2_000, done: 30 });
    expect(paceOf(two, 100)).toEqual({ perSecond: 10, secondsLeft: 7 });
    expect(addSample(two, { atMs: 2_000, done: 30 })).toBe(two);
  });
});
