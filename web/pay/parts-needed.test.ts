import { describe, expect, it } from 'vitest';
import '../wallet/tron/tron-network.ts';
import { initialState } from './opening.ts';
import { offersAtOnce, partsNeeded } from './parts-needed.ts';
import { BATCH_VIEW, CONVERSION_VIEW } from './sample-forms.ts';
import { HIDDEN, VIEW } from './sample-states.ts';

const config = { mode: 'production', apiUrl: '', clientId: '', token: 'a', networks: {} } as const;
const partsOf = (status: number, body: unknown, more: object = {}) =>
  partsNeeded(initialState({ status, body }), { ...config, ...more });

describe('the parts that a document names', () => {
  it('are the controller alone for one amount to one payee', () => {
    expect(partsOf(200, VIEW)).toEqual(['controller']);
  });

  it('are what the top of the page needs for any other link', () => {
    expect(partsOf(200, BATCH_VIEW)).toEqual(['controller', 'more']);
    expect(partsOf(200, CONVERSION_VIEW)).toEqual(['controller', 'more']);
    const named = { ...VIEW, payeeEnsName: 'shop.eth' };
    expect(partsOf(200, named)).toEqual(['controller', 'more']);
  });

  it('are the wallets of the sandbox where it has some and one is chosen', () => {
    const sandbox = { mode: 'sandbox', testWallets: [] };
    expect(partsOf(200, VIEW, sandbox)).toEqual(['controller', 'testWallet']);
    expect(partsOf(403, { status: 'expired' }, sandbox)).toEqual(['controller']);
  });

  it('are the receipt of a link that is paid', () => {
    expect(partsOf(409, {})).toEqual(['controller', 'billed']);
  });
});

describe('wallets are offered by the document itself', () => {
  const offers = (status: number, body: unknown, more: object = {}) =>
    offersAtOnce(initialState({ status, body }), { ...config, ...more });

  it('where a wallet is chosen for a link whose network is known', () => {
    expect(offers(200, VIEW)).toBe(true);
    expect(offers(200, BATCH_VIEW)).toBe(true);
    expect(offers(200, HIDDEN)).toBe(false);
    expect(offers(409, {})).toBe(false);
    expect(offers(403, { status: 'expired' })).toBe(false);
    expect(offers(423, {})).toBe(false);
    expect(offers(429, {})).toBe(false);
  });

  it('not where a payment of it was seen', () => {
    const requestStatuses = [{ hasBeenPaid: false, txHash: `0x${'ab'.repeat(32)}` }];
    expect(offers(200, { ...VIEW, requestStatuses })).toBe(false);
  });

  it('in a sandbox on test networks only, as wallets of people sign there for real', () => {
    const sandbox = { mode: 'sandbox' };
    const onBase = { ...VIEW, network: 'base', paymentCurrency: 'USDC-base' };
    expect(offers(200, VIEW, sandbox)).toBe(true);
    expect(offers(200, onBase, sandbox)).toBe(false);
    expect(offers(200, onBase)).toBe(true);
  });
});
