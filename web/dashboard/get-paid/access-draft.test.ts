import { describe, expect, it } from 'vitest';
import {
  AS_DESTINATION,
  accessPolicyOf,
  isListMissing,
  listProblems,
  readWallets,
} from './access-draft.ts';

const [ANNA, BEN] = ['1', '2'].map((digit) => `0x${digit.repeat(40)}`);

it('says nothing where everything is as the destination says', () => {
  expect(accessPolicyOf(AS_DESTINATION)).toBeUndefined();
});

describe('a list of wallets', () => {
  it('is read however it is separated, each wallet once', () => {
    expect(readWallets(` ${ANNA}\r\n${BEN};${ANNA},\n`)).toEqual([ANNA, BEN]);
  });

  it('is sent whole, and is missing where it holds nothing', () => {
    const listed = { ...AS_DESTINATION, payers: 'listed' as const, wallets: `${ANNA} ${BEN}` };
    expect(accessPolicyOf(listed)).toEqual({ allowedPayerAddresses: [ANNA, BEN] });
    expect(isListMissing(listed)).toBe(false);
    expect(isListMissing({ ...listed, wallets: ' ,\n' })).toBe(true);
    expect(isListMissing(AS_DESTINATION)).toBe(false);
  });

  it('is not sent where anybody may pay, though it was written before', () => {
    expect(accessPolicyOf({ ...AS_DESTINATION, wallets: `${ANNA}` })).toBeUndefined();
  });

  it('names the wallet that a problem is about', () => {
    const field = 'accessPolicy.allowedPayerAddresses';
    const fields = new Map([
      [`${field}[1]`, `${field}[1] must be an address`],
      [field, 'has too many'],
      ['amount', 'must be greater than 0'],
    ]);
    expect(listProblems(fields, `${ANNA} $&`)).toEqual(['$& must be an address', 'has too many']);
  });
});

it.each([
  [{ screening: 'off' }, { mode: 'off' }],
  [{ screening: 'hypernative' }, { mode: 'kyt_all_wallets', screeningProvider: 'hypernative' }],
  [{ shown: 'all' }, { hideUntilApproved: false, hidePayeeAddress: false }],
  [{ shown: 'masked' }, { hideUntilApproved: false, hidePayeeAddress: true }],
  [{ shown: 'hidden' }, { hideUntilApproved: true, hidePayeeAddress: true }],
] as const)('sends %j as %j', (choice, policy) => {
  expect(accessPolicyOf({ ...AS_DESTINATION, ...choice })).toEqual(policy);
});
