import { BRIDGES } from '#catalog/bridge.ts';
import { NETWORKS } from '#catalog/networks.ts';
import type { Call } from '#chains/chain.ts';
import { manualClock } from '#kit/clock.ts';
import type { Hex } from '#kit/hex.ts';
import { TEST_ACCOUNTS } from '#sandbox/test-accounts.ts';
import { describeBridge } from '../chains/conformance-bridge.ts';
import type { FakeBridge } from '../chains/fake/bridge.ts';
import { nameOf } from '../chains/fake/calls.ts';
import { type FakeChain, fakeChain } from '../chains/fake/chain.ts';
import { TEST_TIME } from '../support/context.ts';
import {
  CALL,
  dataOf,
  hex,
  messageOf,
  NOBODY,
  OUTPUT_USDC,
  PAYEE,
  PAYER,
  SOURCE_USDT,
} from '../support/route-sample.ts';

const { unrelated } = TEST_ACCOUNTS;
const RICH = 10n ** 12n;
const BLOCKS_TO_FINAL = 21;

function bridgingOf({ bridging }: FakeChain): FakeBridge {
  if (bridging === undefined) throw new Error('the fake chain has no bridge');
  return bridging;
}

describeBridge('chains in memory', async () => {
  const now = manualClock(TEST_TIME);
  const source = fakeChain({ network: NETWORKS['arbitrum-one'], now });
  const destination = fakeChain({ network: NETWORKS.base, now });
  source.give(PAYER, SOURCE_USDT, RICH);
  destination.give(unrelated.address, OUTPUT_USDC, RICH);
  let nonce = 0;
  const send = async (chain: FakeChain, from: string, call: Call): Promise<Hex> => {
    nonce += 1;
    now.advance(1_000);
    const made = chain.transaction(from, call, nonce);
    chain.mine([made]);
    return made.hash;
  };
  const succeed = async (chain: FakeChain, from: string, call: Call): Promise<Hex> => {
    const hash = await send(chain, from, call);
    const outcome = await chain.readOutcome(hash);
    if (outcome?.status !== 'success') throw new Error('the transaction reverted');
    return hash;
  };
  const route = (minAmount: bigint, amountUnits: bigint): Call => {
    const call = bridgingOf(destination).reads.destinationCall({
      kind: 'token',
      tokenAddress: OUTPUT_USDC,
      payeeAddress: PAYEE,
      paymentReference: '0x00000000000000aa',
      feeAddress: NOBODY,
      amountUnits,
      feeUnits: 5n,
    });
    const to = hex(call.to);
    const embedded = { ...CALL, callTo: to, approveTo: to, callData: call.data, fromAmount: 105n };
    const seconds = Math.floor(now().getTime() / 1_000);
    const data = dataOf({
      bridge: { minAmount },
      across: {
        outputAmount: 110n,
        quoteTimestamp: seconds,
        fillDeadline: seconds + 600,
        message: messageOf([embedded]),
      },
    });
    return { to: BRIDGES['arbitrum-one'].diamond, data, valueUnits: 0n };
  };
  const settle = async () => {
    for (let i = 0; i < BLOCKS_TO_FINAL; i += 1) {
      source.mine();
      destination.mine();
    }
  };
  return {
    source,
    destination,
    payerAddress: PAYER,
    payeeAddress: PAYEE,
    deposit: ({ amountUnits }) => succeed(source, PAYER, route(120n, amountUnits)),
    sendReverting: () => {
      const tooMuch = source.ledger.read(nameOf.balance(SOURCE_USDT, PAYER)) + 1n;
      return send(source, PAYER, route(tooMuch, 100n));
    },
    fill: (deposit) =>
      succeed(destination, unrelated.address, bridgingOf(destination).fill(deposit)),
    refund: (deposit) => succeed(source, unrelated.address, bridgingOf(source).refund(deposit)),
    passDeadlines: async () => {
      now.advance(601_000);
      source.mine();
      destination.mine();
    },
    settle,
    stop: async () => {
      await Promise.all([source.close(), destination.close()]);
    },
  };
});
