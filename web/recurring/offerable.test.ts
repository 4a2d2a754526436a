import { describe, expect, it } from 'vitest';
import { TEST_WALLET_ID } from '../wallet/provider.ts';
import { TRUSTED } from '../wallet/trusted.generated.ts';
import { offerable } from './offerable.ts';

const [test, real] = [TEST_WALLET_ID, 'example.rabbit'].map((id) => ({
  id,
  name: id,
  icon: undefined,
}));
const offered = (mode: 'sandbox' | 'production', networkId: string) => {
  const network = TRUSTED[networkId];
  if (network === undefined || test === undefined || real === undefined) throw new Error('missing');
  return offerable({ mode }, { network }, [test, real]).map(({ id }) => id);
};

describe('a wallet with real money', () => {
  it('signs nothing in the sandbox that would be valid on the real network', () => {
    expect(offered('sandbox', 'base')).toEqual([TEST_WALLET_ID]);
    expect(offered('sandbox', 'sepolia')).toHaveLength(2);
    expect(offered('production', 'base')).toHaveLength(2);
  });
});
