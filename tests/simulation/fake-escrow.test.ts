import { expect, it } from 'vitest';
import { currencyById } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import type { Call, EscrowTerms } from '#chains/chain.ts';
import { manualClock } from '#kit/clock.ts';
import { SANDBOX_SENDER, TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { describeEscrow } from '../chains/conformance-escrow.ts';
import { nameOf } from '../chains/fake/calls.ts';
import { type FakeChain, fakeChain } from '../chains/fake/chain.ts';
import { fakeEscrowSignature } from '../chains/fake/escrow-contract.ts';
import { TEST_TIME } from '../support/context.ts';

const { payer, payee, feeReceiver, unrelated } = TEST_ACCOUNTS;
const ADDRESSES = {
  operator: SANDBOX_SENDER.address,
  payer: payer.address,
  unrelated: unrelated.address,
};
const RICH = 10n ** 24n;
const HOUR_MS = 3_600_000;

/** A chain in memory in which each call is a block. */
function open() {
  const now = manualClock(TEST_TIME);
  const chain = fakeChain({ network: NETWORKS.base, now });
  const currency = currencyById('USDC-base');
  if (currency === undefined) throw new Error('Base has USDC');
  for (const wallet of Object.values(ADDRESSES)) {
    chain.give(wallet, undefined, RICH);
    chain.give(wallet, currency.address, RICH);
  }
  let [nonce, references] = [0, 0n];
  const send = async (by: keyof typeof ADDRESSES, ...calls: readonly Call[]) => {
    let hash = chain.ledger.head().hash;
    for (const call of calls) {
      nonce += 1;
      const made = chain.transaction(ADDRESSES[by], call, nonce);
      now.advance(1_000);
      chain.mine([made]);
      hash = made.hash;
      if ((await chain.readOutcome(hash))?.status !== 'success') throw new Error('it reverted');
    }
    return hash;
  };
  const terms = async (changes: Partial<EscrowTerms> = {}): Promise<EscrowTerms> => {
    references += 1n;
    const inHours = (hours: number) => new Date(now().getTime() + hours * HOUR_MS);
    return {
      operatorAddress: ADDRESSES.operator,
      payerAddress: ADDRESSES.payer,
      receiverAddress: payee.address,
      currency,
      maxUnits: 100n,
      preApprovalExpiresAt: inHours(1),
      authorizationExpiresAt: inHours(2),
      refundExpiresAt: inHours(3),
      feeBps: 250,
      feeAddress: feeReceiver.address,
      paymentReference: `0x${references.toString(16).padStart(16, '0')}`,
      ...changes,
    };
  };
  return { now, chain, currency, send, terms };
}

describeEscrow('a chain in memory', async () => {
  const { now, chain, currency, send, terms } = open();
  return {
    chain: { ...chain, sender: chain.sending.senderOf(ADDRESSES.operator) },
    ...{ terms, send, unrelatedAddress: ADDRESSES.unrelated },
    sign: async (content, by = 'payer') => fakeEscrowSignature(ADDRESSES[by], content),
    pass: async (seconds) => {
      now.advance(seconds * 1_000);
      chain.mine();
    },
    replace: async (blocks) => {
      chain.ledger.cut(chain.ledger.head().number - BigInt(blocks) + 1n);
      for (let i = 0; i < blocks; i += 1) chain.mine();
    },
    balance: async (address) => chain.ledger.read(nameOf.balance(currency.address, address)),
    stop: () => chain.close(),
  };
});

function escrowOf({ escrow }: FakeChain) {
  if (escrow === undefined) throw new Error('Base has an escrow');
  return escrow;
}

it('shows of a capture that its token did not move all of it', async () => {
  const { chain, currency, send, terms: newTerms } = open();
  const escrow = escrowOf(chain);
  const terms = await newTerms({ feeBps: 0, feeAddress: undefined });
  const authorization = { collection: 'pre_approval', units: 100n } as const;
  await send('payer', ...escrow.payerCalls(terms, authorization));
  chain.oddTokens.set(currency.address, 'keeps_a_share');
  await expect(send('operator', escrow.authorizeCall(terms, authorization))).rejects.toThrow();
  chain.oddTokens.clear();
  await send('operator', escrow.authorizeCall(terms, authorization));
  chain.oddTokens.set(currency.address, 'keeps_a_share');
  await send('operator', escrow.captureCall(terms, 100n));
  const hash = escrow.paymentHash(terms);
  const ours = { terms: new Map([[hash, terms]]), referenceKeys: new Set<never>() };
  const read = await escrow.readBlocks({ from: 0n, known: [], findOurs: async () => ours });
  expect(read.events.map(({ type, isMoved }) => [type, isMoved])).toEqual([
    ['authorized', true],
    ['captured', false],
  ]);
  expect(chain.ledger.read(nameOf.balance(currency.address, payee.address))).toBe(99n);
});
