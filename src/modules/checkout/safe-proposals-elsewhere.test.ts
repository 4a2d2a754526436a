import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { currencyById } from '#catalog/currencies.ts';
import type { SafeTransaction } from '#chains/accounts.ts';
import type { BridgeDeposit, Call } from '#chains/chain.ts';
import type { Context } from '#context.ts';
import type { Hex } from '#kit/hex.ts';
import { followPaymentIntents } from '#modules/intents/follow-payment-intents.ts';
import { findOpenProposals } from '#modules/intents/index.ts';
import type { SafeProposal } from '#providers/safe-service.ts';
import {
  bridgedChain,
  type RouteChanges,
  sampleProvider,
} from '../../../tests/support/bridged-chains.ts';
import { TEST_TIME } from '../../../tests/support/context.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { fillOf, fillState, intentScene } from '../../../tests/support/intent-scene.ts';
import { OTHER } from '../../../tests/support/route-sample.ts';
import { safeAccounts, safeState } from '../../../tests/support/safe-accounts.ts';
import { stepCalls } from '../../../tests/support/step-calls.ts';
import { recordPaymentIntent } from './record-payment-intent.ts';

const SAFE = '0x5555555555555555555555555555555555555555';
const OWNER = privateKeyToAccount(generatePrivateKey());
const OTHER_OWNER = privateKeyToAccount(generatePrivateKey());
const NOBODY = '0x0000000000000000000000000000000000000000';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const EXECUTED: Hex = `0x${'e1'.repeat(32)}`;
const USDC = currencyById('USDC-arbitrum-one');

let database: Awaited<ReturnType<typeof testDatabase>>;
let scene: Awaited<ReturnType<typeof intentScene>>;
let safes: ReturnType<typeof safeAccounts>;
let ctx: Context;
const proposals = new Map<Hex, SafeProposal>();
const { prepare, readStep } = stepCalls('arbitrum-one');
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(async () => {
  scene = await intentScene(database.db);
  safes = safeAccounts('arbitrum-one');
  safes.script.states.set(SAFE, safeState([OWNER.address, OTHER_OWNER.address]));
  const arbitrum = scene.ctx.chains.get('arbitrum-one');
  const base = scene.ctx.chains.get('base');
  const { decodeRoute } = bridgedChain('arbitrum-one').bridge;
  if (arbitrum === undefined || base === undefined) throw new Error('both are connected');
  const bridge = { ...scene.bridges.arbitrum, decodeRoute };
  const { accounts } = safes;
  Object.assign(arbitrum, { accounts, prepare, readStep, bridge });
  Object.assign(base, { accounts: safeAccounts('base').accounts });
  const service = {
    networks: ['arbitrum-one' as const],
    findTransaction: async ({ safeTransactionHash }: { safeTransactionHash: Hex }) =>
      proposals.get(safeTransactionHash),
  };
  ctx = { ...scene.ctx, safes: service };
});

/** The call of a route that pays the link of the scene, with what a test changes. */
async function routeOf(payer: string, changes: RouteChanges = {}): Promise<Call> {
  const { call } = scene.deposit();
  if (call === undefined || USDC === undefined) throw new Error('it calls something');
  const provider = sampleProvider(() => changes);
  const { transaction } = await provider.quote({
    source: { chainId: 42_161, tokenAddress: USDC.address, decimals: 6 },
    destination: { chainId: 8_453, tokenAddress: scene.link.tokenAddress, decimals: 6 },
    payer,
    outputUnits: scene.link.expectedUnits,
    call: { ...call, gasLimit: 1n },
    isFresh: false,
  });
  return transaction;
}

interface ProposalParts {
  /** To whom the route returns. */
  readonly payer?: string;
  readonly changes?: RouteChanges;
  readonly calls?: readonly Call[];
}

/** What an owner signed in the service: the approval of the bridge, and the route; its hash. */
async function propose({ payer = SAFE, changes, calls = [] }: ProposalParts = {}): Promise<Hex> {
  const approval = { type: 'approval', tokenAddress: USDC?.address ?? '', units: 1n } as const;
  const approve = await prepare([{ ...approval, spender: 'bridge' }], undefined);
  const transaction: SafeTransaction = {
    ...safes.accounts.encodeCalls([...approve, await routeOf(payer, changes), ...calls]),
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: NOBODY,
    refundReceiver: NOBODY,
    nonce: 0n,
  };
  const hash = safes.accounts.safeTransactionHash(SAFE, transaction);
  proposals.set(hash, {
    safe: SAFE,
    transaction,
    safeTransactionHash: hash,
    confirmations: [{ owner: OWNER.address, signature: await OWNER.sign({ hash }) }],
    confirmationsRequired: 2,
    executedBy: undefined,
    proposedAt: TEST_TIME,
  });
  return hash;
}

async function report(hash: Hex): Promise<string> {
  const answer = await recordPaymentIntent(ctx, {
    token: scene.link.token,
    report: {
      of: 'link',
      sourceChain: 'ARBITRUM',
      reported: { kind: 'safe', hash },
      safeDeadlineSeconds: undefined,
      payerAddress: SAFE,
      sourceNetwork: undefined,
      details: { token: 'USDC' },
    },
  });
  if (!('intentId' in answer)) throw new Error('a link was reported');
  return answer.intentId;
}

const held = async () => (await findOpenProposals(ctx, [scene.link.token])).get(scene.link.token);
const follow = async (laterMs = MINUTE_MS) => {
  scene.now.advance(laterMs);
  await followPaymentIntents(ctx, 100);
};

/** Executes a proposal in a block, sent by somebody else. */
function execute(hash: Hex, deposits: readonly BridgeDeposit[], { isFinal = true } = {}): void {
  const block = { number: 1_000_000n, hash: EXECUTED };
  safes.script.executions.set(hash, {
    outcome: 'success',
    transactionHash: EXECUTED,
    block,
    blockTime: TEST_TIME,
    isFinal,
  });
  const owners = [OWNER.address, OTHER_OWNER.address];
  safes.script.states.set(SAFE, safeState(owners, { nonce: 1n }));
  scene.mine(EXECUTED, { sender: OTHER, deposits, isFinal, payers: [] });
}

describe('what owners of a Safe sign on another network', () => {
  it('holds the link until its route is too late, and is followed to the payment by the executing transaction', async () => {
    const hash = await propose();
    const id = await report(hash);
    expect(await scene.statusOf(id)).toBe('proposed');
    expect(await held()).toMatchObject({
      network: 'arbitrum-one',
      safeTransactionHash: hash,
      holdsUntil: new Date(TEST_TIME.getTime() + HOUR_MS),
    });
    const deposit = scene.deposit();
    execute(hash, [deposit], { isFinal: false });
    await follow();
    expect(await scene.statusOf(id)).toBe('source_seen');
    execute(hash, [deposit]);
    await follow();
    expect(await scene.statusOf(id)).toBe('source_confirmed');
    expect(await held()).toMatchObject({ safeTransactionHash: hash });
    const fill = fillOf({ isFinal: true });
    scene.base.fillStates.set(deposit.depositId, fillState({ isFilled: true }));
    scene.base.fills.set(deposit.depositId, fill);
    await scene.credit(fill.transactionHash);
    await follow();
    expect(await scene.historyOf(id)).toEqual([
      'recorded',
      'proposed',
      'source_seen',
      'source_confirmed',
      'filled',
      'settled',
    ]);
    expect(await scene.sources()).toMatchObject([
      { source_network: 'arbitrum-one', source_transaction_hash: EXECUTED },
    ]);
    expect(await scene.events()).toEqual([]);
  });

  it('returns to an owner where that was named', async () => {
    const id = await report(await propose({ payer: OTHER_OWNER.address }));
    expect(await scene.statusOf(id)).toBe('proposed');
  });

  it('is searched for again where the block of its execution was undone', async () => {
    const hash = await propose();
    const id = await report(hash);
    const deposit = scene.deposit();
    execute(hash, [deposit], { isFinal: false });
    await follow();
    scene.arbitrum.transactions.delete(EXECUTED);
    safes.script.executions.clear();
    safes.script.states.set(SAFE, safeState([OWNER.address, OTHER_OWNER.address]));
    await follow();
    await follow();
    expect(await scene.statusOf(id)).toBe('proposed');
    execute(hash, [deposit]);
    await follow();
    expect(await scene.statusOf(id)).toBe('source_confirmed');
  });

  it('has failed where nobody delivers before the deadline of the bridge', async () => {
    const hash = await propose();
    const id = await report(hash);
    const deposit = scene.deposit();
    execute(hash, [deposit]);
    const late = new Date(TEST_TIME.getTime() + 25 * HOUR_MS);
    scene.base.fillStates.set(deposit.depositId, fillState({ headTime: late, finalTime: late }));
    await follow();
    await follow();
    expect(await scene.statusOf(id)).toBe('unfilled');
    expect(await scene.events()).toMatchObject([{ event: 'payment.failed' }]);
  });

  it('has failed once another transaction of the Safe has its nonce', async () => {
    const id = await report(await propose());
    safes.script.states.set(SAFE, safeState([OWNER.address], { nonce: 1n }));
    await follow();
    expect(await scene.statusOf(id)).toBe('source_failed');
  });
});

const SECONDS = TEST_TIME.getTime() / 1_000;

describe('nobody waits', () => {
  it.each<[string, ProposalParts]>([
    ['returns to somebody else', { payer: OTHER }],
    ['gives what is left to somebody else', { changes: { fallback: OTHER } }],
    ['makes another payment', { changes: { call: { callData: '0x' } } }],
    ['brings too little', { changes: { across: { outputAmount: 12_499_999n } } }],
    ['nobody would fill', { changes: { costHundredths: -1_249n } }],
    ['is too late already', { changes: { across: { fillDeadline: SECONDS + 60 } } }],
    [
      'is followed by a call that nobody knows',
      { calls: [{ to: OTHER, data: '0x12', valueUnits: 0n }] },
    ],
  ])('for a proposal whose route %s', async (_what, parts) => {
    const id = await report(await propose(parts));
    expect(await scene.statusOf(id)).toBe('recorded');
    expect(await held()).toBeUndefined();
  });

  it('for a proposal of an approval without a route', async () => {
    const hash = await propose();
    const { transaction, ...shown } = proposals.get(hash) ?? { transaction: undefined };
    if (transaction === undefined || !('safe' in shown)) throw new Error('it was proposed');
    const [approval] = safes.accounts.decodeCalls(transaction) ?? [];
    if (approval === undefined) throw new Error('it approves');
    const alone = { ...transaction, ...safes.accounts.encodeCalls([approval]) };
    const other = safes.accounts.safeTransactionHash(SAFE, alone);
    const signature = await OWNER.sign({ hash: other });
    const confirmations = [{ owner: OWNER.address, signature }];
    proposals.set(other, {
      ...shown,
      transaction: alone,
      safeTransactionHash: other,
      confirmations,
    });
    expect(await scene.statusOf(await report(other))).toBe('recorded');
  });
});
