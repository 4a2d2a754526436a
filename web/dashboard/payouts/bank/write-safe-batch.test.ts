import { expect, it } from 'vitest';
import { writeSafeBatch } from './write-safe-batch.ts';

it('writes every transaction in its order, with no coin, for the chain that it is on', () => {
  const steps = [
    { kind: 'approve', to: '0xA', data: '0x01', units: 2n, receiver: '0xB' },
    { kind: 'pay', to: '0xB', data: '0x02', units: 2n, receiver: '0xC' },
  ] as const;
  expect(JSON.parse(writeSafeBatch({ chainId: 8453, steps }, '01ab'))).toEqual({
    version: '1.0',
    chainId: '8453',
    meta: { name: 'Payout 01ab' },
    transactions: [
      { to: '0xA', value: '0', data: '0x01' },
      { to: '0xB', value: '0', data: '0x02' },
    ],
  });
});
