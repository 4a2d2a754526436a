import { describe, expect, it } from 'vitest';
import { bodyOf, draftOf, newBodyOf } from './client-id-draft.ts';

const WALLET = '0x1111111111111111111111111111111111111111';
const stored = {
  label: 'Front',
  allowedDomains: ['https://a.example', 'https://b.example'],
  feePercentage: '2.5',
  feeAddress: WALLET,
  payeeDestinationId: `${WALLET}@eip155:1#00000000:${WALLET}`,
  canPayAnyPayee: false,
};

describe('the form of a client ID', () => {
  it('changes nothing where nothing is written', () => {
    expect(bodyOf(draftOf(stored))).toEqual(stored);
  });

  it('takes away what is emptied', () => {
    const emptied = { ...draftOf(stored), domains: ' \n ', feePercentage: ' ', feeAddress: '' };
    expect(bodyOf({ ...emptied, payeeDestinationId: '' })).toMatchObject({
      allowedDomains: [],
      feePercentage: null,
      feeAddress: null,
      payeeDestinationId: null,
    });
  });

  it('leaves out of a new one what is empty', () => {
    const nothing = {
      ...draftOf(stored),
      feePercentage: '',
      feeAddress: '',
      payeeDestinationId: '',
    };
    expect(newBodyOf({ ...nothing, label: ' Front ' })).toEqual({
      label: 'Front',
      allowedDomains: stored.allowedDomains,
      canPayAnyPayee: false,
    });
  });
});
