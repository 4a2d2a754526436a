import { describe, expect, it } from 'vitest';
import { readText } from './read-text.ts';

const HASH = 'ab'.repeat(32);
const TRON = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const EVM = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const TOKEN = '01KC9V7N3E5GQ0X8R2JT6WZ4MB';

describe('a text that is searched for', () => {
  it.each([
    ['', {}],
    ['   ', {}],
    [` 01${HASH.toUpperCase()} `, { requestId: `01${HASH}` }],
    [`0x${HASH}`, { txHash: `0x${HASH}`, reference: `0x${HASH}` }],
    [HASH, { txHash: HASH, reference: HASH }],
    [EVM, { wallet: EVM, reference: EVM }],
    [TRON, { wallet: TRON, reference: TRON }],
    [TOKEN.toLowerCase(), { securePaymentToken: TOKEN, reference: TOKEN.toLowerCase() }],
    [
      '0xeef500a19d5931a4',
      { paymentReference: '0xeef500a19d5931a4', reference: '0xeef500a19d5931a4' },
    ],
    ['Order 7', { reference: 'Order 7' }],
    ['0x12', { reference: '0x12' }],
  ])('%j is looked up by what it may be', (text, wanted) => {
    expect(readText(text)).toEqual(wanted);
  });

  it('is no longer than a reference may be', () => {
    expect(readText('x'.repeat(1_000)).reference).toHaveLength(255);
  });
});
