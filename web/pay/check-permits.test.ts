import { encodeFunctionData, getAddress, maxUint256, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { TRUSTED_CONTRACTS } from '../wallet/trusted-contracts.generated.ts';
import { checkCalldata } from './check-calldata.ts';
import { readLink } from './link.ts';
import { approval, REFERENCE, THIEF, tokenCall, USDC, type WireCall } from './sample-forms.ts';
import { PAYEE, PAYER, VIEW } from './sample-states.ts';

const { feeProxy } = TRUSTED_CONTRACTS['sepolia'] ?? {};
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const WORD = `0x${'12'.repeat(32)}` as const;
const HOUR_SECONDS = 3_600n;
const UNITS = 12_500_000n;

const abi = parseAbi([
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
  'function permitTransferFrom(((address token, uint256 amount) permitted, uint256 nonce, uint256 deadline) permit, (address to, uint256 requestedAmount) details, address owner, bytes signature)',
]);

/** A permit of the token as a call, which anybody may send who has its signature. */
function permit(spender: string, deadline: bigint): WireCall {
  const args = [PAYER, getAddress(spender), UNITS, deadline, 27, WORD, WORD] as const;
  return {
    to: USDC,
    data: encodeFunctionData({ abi, functionName: 'permit', args }),
    value: '0x0',
  };
}

const ofDai: WireCall = {
  to: USDC,
  data: encodeFunctionData({
    abi,
    functionName: 'permit',
    args: [PAYER, THIEF, 0n, maxUint256, true, 27, WORD, WORD],
  }),
  value: '0x0',
};

const ofPermit2: WireCall = {
  to: PERMIT2,
  data: encodeFunctionData({
    abi,
    functionName: 'permitTransferFrom',
    args: [
      { permitted: { token: USDC, amount: UNITS }, nonce: 1n, deadline: maxUint256 },
      { to: THIEF, requestedAmount: UNITS },
      PAYER,
      WORD,
    ],
  }),
  value: '0x0',
};

/** What the check says of an answer to a wallet that pays with its own tokens. */
function check(transactions: readonly WireCall[], more: object = {}) {
  const link = readLink(VIEW);
  if (typeof link === 'string') throw new Error(link);
  return checkCalldata(link, { paymentReference: REFERENCE, transactions, ...more });
}

describe('an answer with a permit', () => {
  const own = permit(feeProxy ?? THIEF, HOUR_SECONDS);
  it.each<[string, readonly WireCall[]]>([
    ['for somebody else, in place of the approval', [permit(THIEF, HOUR_SECONDS), tokenCall()]],
    ['for the payee', [permit(PAYEE, HOUR_SECONDS), tokenCall()]],
    ['that never ends', [permit(feeProxy ?? THIEF, maxUint256), tokenCall()]],
    ['for the contract of the payment, which a plain wallet needs not', [own, tokenCall()]],
    ['of everything', [ofDai, tokenCall()]],
    ['that takes the tokens by Permit2', [ofPermit2, tokenCall()]],
  ])('%s is refused', (_, calls) => {
    expect(check(calls)).toBe('approval');
  });

  it.each<[string, readonly WireCall[]]>([
    ['behind the payment', [approval(feeProxy, UNITS), tokenCall(), own]],
    ['twice', [own, own, tokenCall()]],
    ['alone', [own]],
  ])('that comes %s is refused', (_, calls) => {
    expect(typeof check(calls)).toBe('string');
  });

  it('beside the calls changes nothing of what is signed', () => {
    const calls = [approval(feeProxy, UNITS), tokenCall()];
    const typedData = { primaryType: 'Permit', message: { spender: THIEF, value: '1' } };
    const offered = check(calls, { permit: { kind: 'eip2612', typedData } });
    expect(offered).toEqual(check(calls));
    expect(
      JSON.stringify(offered, (_, one) => (typeof one === 'bigint' ? `${one}` : one)),
    ).not.toContain('Permit');
  });
});
