import { describe, expect, it } from 'vitest';
import '../wallet/tron/tron-network.ts';
import { initialState } from './opening.ts';
import { partsNeeded } from './parts-needed.ts';
import { BATCH_VIEW, CONVERSION_VIEW } from './sample-forms.ts';
import { VIEW } from './sample-states.ts';

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
