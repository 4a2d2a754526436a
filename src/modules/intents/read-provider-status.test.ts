import { describe, expect, it } from 'vitest';
import { Outage } from '#kit/failure.ts';
import type { RouteProvider } from '#providers/route-provider.ts';
import { sampleProvider } from '../../../tests/support/bridged-chains.ts';
import { readProviderStatus } from './read-provider-status.ts';

const HASH = `0x${'9c'.repeat(32)}` as const;
const FILL = `0x${'5a'.repeat(32)}` as const;
const INTENT = { network: 'arbitrum-one', txHash: HASH };

const UNSAID = { name: 'sample', substatus: null, message: null, receivingTxHash: null };

/** A provider that answers about transactions as a test says. */
function provider(readStatus: RouteProvider['readStatus']) {
  return { routes: { ...sampleProvider(), readStatus } };
}

describe('what the route provider says of a payment', () => {
  it('is asked by chain and hash, and handed on', async () => {
    const asked: unknown[] = [];
    const ctx = provider(async (query) => {
      asked.push(query);
      return {
        status: 'done',
        substatus: 'REFUNDED',
        message: 'The tokens went back.',
        receivingHash: FILL,
      };
    });
    expect(await readProviderStatus(ctx, INTENT)).toEqual({
      name: 'sample',
      status: 'done',
      substatus: 'REFUNDED',
      message: 'The tokens went back.',
      receivingTxHash: FILL,
    });
    expect(asked).toEqual([{ sourceChainId: 42_161, transactionHash: HASH }]);
  });

  it('says that it does not know a transaction', async () => {
    const ctx = provider(async () => undefined);
    expect(await readProviderStatus(ctx, INTENT)).toEqual({ ...UNSAID, status: 'unknown' });
  });

  it('says why the provider does not answer', async () => {
    const message = 'the route provider did not answer in 5 s';
    const ctx = provider(async () => {
      throw new Outage(message);
    });
    const expected = { ...UNSAID, status: 'no answer', message };
    expect(await readProviderStatus(ctx, INTENT)).toEqual(expected);
  });

  it('is asked for nothing without a transaction, and without a provider', async () => {
    const ctx = provider(async () => {
      throw new Error('it is not asked');
    });
    expect(await readProviderStatus(ctx, { ...INTENT, txHash: null })).toBeUndefined();
    expect(await readProviderStatus({ routes: undefined }, INTENT)).toBeUndefined();
  });
});
