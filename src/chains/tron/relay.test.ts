import { pino } from 'pino';
import { TronWeb } from 'tronweb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { NETWORKS } from '#catalog/networks.ts';
import { invariant, Outage } from '#kit/failure.ts';
import {
  newWallet,
  openTestTronNode,
  type TestTronNode,
  TRON_USDT,
  type TronWallet,
} from '../../../tests/support/tron-node.ts';
import type { Chain, TransactionStep } from '../chain.ts';
import type { CheckedTransaction, TransactionRelay } from '../relay.ts';
import { tronChain } from './tron-chain.ts';

const FEE_PROXY = 'TCUDPYnS9dH3WvFEaE7wN7vnDa51J4R4fd';
const TEN_MINUTES_MS = 600_000;

let node: TestTronNode;
let chain: Chain;
let relay: TransactionRelay;
let payer: TronWallet;
const payee = newWallet();

const connect = (...rpcUrls: readonly string[]) =>
  tronChain({ network: NETWORKS.tron, rpcUrls, pollMs: 20, log: pino({ enabled: false }) });
const relayOf = (of: Chain): TransactionRelay => {
  invariant(of.relay !== undefined, 'the family has a relay');
  return of.relay;
};

beforeAll(async () => {
  node = await openTestTronNode();
  chain = connect(node.url);
  relay = relayOf(chain);
  payer = await node.freshWallet();
  await node.allow(payer, TRON_USDT, FEE_PROXY);
});
afterAll(async () => {
  await chain.close();
  await node[Symbol.asyncDispose]();
});

let references = 0;
const pay = (amountUnits: bigint): TransactionStep => {
  references += 1;
  return {
    type: 'payment',
    payment: {
      kind: 'token',
      tokenAddress: TRON_USDT,
      payeeAddress: payee.address,
      amountUnits,
      paymentReference: `0x${references.toString(16).padStart(16, '0')}`,
      feeUnits: 0n,
      feeAddress: '0x000000000000000000000000000000000000dEaD',
    },
  };
};
const Signed = z.object({
  raw_data_hex: z.string(),
  raw_data: z.unknown(),
  signature: z.array(z.string()),
  txID: z.string(),
});

/** Prepares for a wallet, signs with TronWeb, and checks what came back. */
async function checked(step: TransactionStep, wallet = payer): Promise<CheckedTransaction> {
  const [prepared] = await chain.prepare([step], wallet.address);
  const tronWeb = new TronWeb({ fullHost: node.url, privateKey: wallet.privateKey.slice(2) });
  const signed = await tronWeb.trx.sign(Object(structuredClone(prepared?.familyFields)));
  return await relay.checkSigned(Signed.parse(signed), [step], new Date());
}

const outcomeOf = async (sent: CheckedTransaction) => (await relay.readOutcomes([sent]))[0];

describe('a checked transaction', () => {
  it('that TronWeb signed is accepted and pays, and is accepted once more as what it is', async () => {
    const sent = await checked(pay(1_000n));
    const accepted = { isAccepted: true, isTransient: false, code: 'SUCCESS', message: '' };
    expect(await relay.forward(sent)).toEqual(accepted);
    expect(await node.unitsOf(TRON_USDT, payee.address)).toBe(1_000n);
    expect(await relay.forward(sent)).toEqual(accepted);
    expect(await node.unitsOf(TRON_USDT, payee.address)).toBe(1_000n);
    expect(await outcomeOf(sent)).toBe('open');
    await node.mine(3);
    expect(await outcomeOf(sent)).toBe('succeeded');
  });

  it.each(['SERVER_BUSY', 'NOT_ENOUGH_EFFECTIVE_CONNECTION', 'BLOCK_UNSOLIDIFIED'])(
    'is sent again where the node answers %s',
    async (code) => {
      await node.control('next-broadcast', { code });
      const sent = await checked(pay(1n));
      expect(await relay.forward(sent)).toMatchObject({ isAccepted: true, code: 'SUCCESS' });
    },
  );

  it('is not taken for accepted where the node only remembers that it refused it', async () => {
    const unrelated = newWallet();
    const sent = await checked(pay(1n), unrelated);
    const refused = await relay.forward(sent);
    expect(refused).toMatchObject({ isAccepted: false, isTransient: false });
    expect(refused.code).toBe('CONTRACT_VALIDATE_ERROR');
    expect(refused.message).not.toBe('');
    // Whoever knows it may hold it: until it has expired it counts as sent.
    expect(await relay.forward(sent)).toMatchObject({
      isAccepted: false,
      isTransient: true,
      code: 'DUP_TRANSACTION_ERROR',
    });
  });

  it('is handed to the next node where one is away, and to none where all are', async () => {
    const away = 'http://127.0.0.1:9';
    const both = connect(away, node.url);
    const none = connect(away);
    const sent = await checked(pay(1n));
    await expect(relayOf(none).forward(sent)).rejects.toThrow(Outage);
    expect(await relayOf(both).forward(sent)).toMatchObject({ isAccepted: true });
    await expect(relayOf(none).readOutcomes([sent])).rejects.toThrow(Outage);
    expect(await relayOf(none).readOutcomes([])).toEqual([]);
    await Promise.all([both.close(), none.close()]);
  });

  it('has the fee limits that it is prepared with', () => {
    expect(chain.feeLimits).toEqual({ approvalUnits: 100_000_000n, paymentUnits: 300_000_000n });
  });
});

describe('what became of a transaction', () => {
  it('is that it failed only once that is solidified', async () => {
    await node.control('next-result', { result: 'OUT_OF_ENERGY' });
    const sent = await checked(pay(5n));
    expect(await relay.forward(sent)).toMatchObject({ isAccepted: true });
    expect(await outcomeOf(sent)).toBe('open');
    await node.mine(3);
    expect(await outcomeOf(sent)).toBe('failed');
  });

  it('is nothing only once a solidified block is past its expiry', async () => {
    const sent = await checked(pay(5n));
    await node.mine(3);
    expect(await outcomeOf(sent)).toBe('open');
    await node.control('mine', { blocks: 1, advanceMs: TEN_MINUTES_MS });
    expect(await outcomeOf(sent)).toBe('open');
    await node.mine(2);
    expect(await outcomeOf(sent)).toBe('absent');
    expect(await relay.forward(sent)).toMatchObject({
      isAccepted: false,
      code: 'TRANSACTION_EXPIRATION_ERROR',
    });
    // Nothing is prepared on a block that is far ahead of our clock.
    await expect(checked(pay(5n))).rejects.toThrow(Outage);
  });
});
