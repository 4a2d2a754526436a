import { encodeAbiParameters, encodeFunctionData, keccak256, parseAbi, parseEventLogs } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { diamondAbi, receiverAbi, relayParameters, spokePoolAbi } from '#catalog/abis/bridge.ts';
import { BRIDGES } from '#catalog/bridge.ts';
import type { Hex } from '#kit/hex.ts';
import {
  type BridgeWorld,
  bridgeAddress,
  openBridgeWorld,
  passTime,
  timeOf,
} from '../../tests/support/bridge-world.ts';
import { readReceipt } from '../../tests/support/read-receipt.ts';
import { DEPOSIT_USDC, FEE, SWAP, swapData } from '../../tests/support/route-legs.ts';
import {
  abi,
  CALL,
  hex,
  messageOf,
  OUTPUT_USDC,
  PAYEE,
  PAYER,
  ROUTE_ID,
  SOURCE_USDC,
  SOURCE_USDT,
  word,
} from '../../tests/support/route-sample.ts';
import { TEST_ACCOUNTS } from './test-accounts.ts';
import { sendCall } from './test-wallet.ts';

const { feeReceiver, unrelated } = TEST_ACCOUNTS;
const marketAbi = parseAbi(['function setShortfall(uint256 bps)']);
let world: BridgeWorld;
beforeAll(async () => {
  world = await openBridgeWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** What the payer has on the source, and payer and payee on the destination. */
async function holdings() {
  const { source, destination, balance } = world;
  const [usdt, usdc, paid, returned, held] = await Promise.all([
    balance(source, SOURCE_USDT, PAYER),
    balance(source, SOURCE_USDC, PAYER),
    balance(destination, OUTPUT_USDC, PAYEE),
    balance(destination, OUTPUT_USDC, PAYER),
    balance(source, SOURCE_USDT, bridgeAddress(source, 'spokePool')),
  ]);
  return { usdt, usdc, paid, returned, held };
}

let before: Awaited<ReturnType<typeof holdings>>;
beforeEach(async () => {
  before = await holdings();
});

/** What changed since the test began; what did not is not named. */
async function changed(): Promise<Record<string, bigint>> {
  const had = new Map(Object.entries(before));
  return Object.fromEntries(
    Object.entries(await holdings())
      .map(([name, units]) => [name, units - (had.get(name) ?? 0n)] as const)
      .filter(([, units]) => units !== 0n),
  );
}

const logsOf = async (at: BridgeWorld['source'], hash: Hex) =>
  (await readReceipt(at.client, hash)).logs;

const pooled = (token: Hex) => {
  const { source, balance } = world;
  return balance(source, token, bridgeAddress(source, 'spokePool'));
};

/** A route with a fee and a swap of all that it leaves, as the decoder's tests have it, at the clock of the node. */
async function swapped({ seconds = 600 } = {}) {
  const by = BigInt((await timeOf(world.source)) + seconds);
  const callData = swapData({ by });
  return { legs: [FEE, { ...SWAP, callData }], ...DEPOSIT_USDC };
}

/** Lets swaps give so much less than the rate says, of 10,000. */
async function moveMarket(bps: bigint) {
  const { source } = world;
  const data = encodeFunctionData({ abi: marketAbi, functionName: 'setShortfall', args: [bps] });
  const hash = await sendCall(source.node, unrelated, { to: SWAP.callTo, data, valueUnits: 0n });
  await readReceipt(source.client, hash);
}

describe('a deposit', () => {
  it('takes the tokens and is reported by the spoke pool, then by the diamond', async () => {
    const { hash, relay } = await world.deposit();
    expect(await changed()).toEqual({ usdt: -101_000000n, held: 101_000000n });
    const logs = await logsOf(world.source, hash);
    const [deposited] = parseEventLogs({ abi: spokePoolAbi, eventName: 'FundsDeposited', logs });
    expect(deposited).toMatchObject({
      address: BRIDGES['arbitrum-one'].spokePool.toLowerCase(),
      args: {
        inputToken: word(SOURCE_USDT),
        outputToken: word(OUTPUT_USDC),
        inputAmount: 101_000000n,
        outputAmount: 100_600000n,
        destinationChainId: 8_453n,
        exclusivityDeadline: 0,
        depositor: word(PAYER),
        recipient: word(BRIDGES.base.receiver),
        message: messageOf([CALL]),
        fillDeadline: relay.fillDeadline,
      },
    });
    const [started] = parseEventLogs({ abi: diamondAbi, logs });
    expect(started?.args.bridgeData).toMatchObject({
      transactionId: ROUTE_ID,
      minAmount: 101_000000n,
      hasDestinationCall: true,
    });
  });

  it('sends the fees before, and its output follows from what is left', async () => {
    const fees = [[feeReceiver.address, 500000n]] as const;
    const leg = {
      callTo: bridgeAddress(world.source, 'feeForwarder'),
      approveTo: bridgeAddress(world.source, 'feeForwarder'),
      sendingAssetId: SOURCE_USDT,
      receivingAssetId: SOURCE_USDT,
      fromAmount: 101_500000n,
      callData: encodeFunctionData({
        abi,
        functionName: 'forwardERC20Fees',
        args: [SOURCE_USDT, fees],
      }),
      requiresDeposit: true,
    };
    const across = { outputAmount: 7n, outputAmountMultiplier: 998n * 10n ** 15n };
    const bridge = { hasSourceSwaps: true, minAmount: 100_000000n };
    const { relay } = await world.deposit({ legs: [leg], bridge, across });
    expect(relay).toMatchObject({
      inputAmount: 101_000000n,
      outputAmount: (101_000000n * 998n) / 1_000n,
    });
    expect(await changed()).toEqual({ usdt: -101_500000n, held: 101_000000n });
    const { source, balance } = world;
    expect(await balance(source, SOURCE_USDT, feeReceiver.address)).toBe(500000n);
    const other = { ...leg, callTo: CALL.callTo, approveTo: CALL.callTo };
    await expect(world.deposit({ legs: [other], bridge, across })).rejects.toThrow(
      'ContractCallNotAllowed',
    );
  });

  it('swaps what the fees leave, and deposits all that the swap gives', async () => {
    const { relay } = await world.deposit(await swapped());
    // Less a hundredth of a percent for the pool.
    const given = 100_989900n;
    expect(relay).toMatchObject({
      inputToken: word(SOURCE_USDC),
      inputAmount: given,
      outputAmount: (given * 998n) / 1_000n,
    });
    expect(await changed()).toEqual({ usdt: -101_500000n });
    expect(await pooled(SOURCE_USDC)).toBe(given);
    await world.fill(relay);
    expect(await changed()).toMatchObject({ paid: 100_000000n });
  });

  it('moves nothing when its swap gives less than the least, or comes too late', async () => {
    const before = await pooled(SOURCE_USDC);
    // 100.8 of 100.9899 must be left.
    await moveMarket(10n);
    await expect(world.deposit(await swapped())).rejects.toThrow('Too little received');
    await moveMarket(0n);
    const enough = await swapped();
    const tooMuch = { ...enough, bridge: { ...enough.bridge, minAmount: 100_989901n } };
    await expect(world.deposit(tooMuch)).rejects.toThrow('CumulativeSlippageTooLow');
    await expect(world.deposit(await swapped({ seconds: -60 }))).rejects.toThrow('too old');
    const other = { ...SWAP, callTo: hex(PAYEE), approveTo: hex(PAYEE) };
    const elsewhere = { ...enough, legs: [FEE, other] };
    await expect(world.deposit(elsewhere)).rejects.toThrow('ContractCallNotAllowed');
    // Without its swap the fee is all that happens, and nothing of the deposited token is there.
    await expect(world.deposit({ ...enough, legs: [FEE] })).rejects.toThrow('TooLow');
    expect(await changed()).toEqual({});
    expect(await pooled(SOURCE_USDC)).toBe(before);
  });

  it.each([
    ['an old quote', { quoteTimestamp: 1 }, /0xf722177f/],
    ['a deadline too far away', { fillDeadline: 4_000_000_000 }, /0x582e3889/],
    ['a message that is not announced', { message: '0x' }, /InformationMismatch/],
  ] as const)('is refused with %s', async (_, across, reason) => {
    await expect(world.deposit({ across })).rejects.toThrow(reason);
    expect(await changed()).toEqual({});
  });
});

describe('a fill', () => {
  it('pays through the fee proxy, leaves the rest to the fallback, and happens once', async () => {
    const { relay } = await world.deposit();
    const hash = await world.fill(relay);
    expect(await changed()).toMatchObject({ paid: 100_000000n, returned: 100000n });
    const logs = await logsOf(world.destination, hash);
    const [completed] = parseEventLogs({ abi: receiverAbi, logs });
    expect(completed).toMatchObject({
      eventName: 'LiFiTransferCompleted',
      address: BRIDGES.base.executor.toLowerCase(),
      args: { transactionId: ROUTE_ID, amount: 100000n, receiver: PAYER },
    });
    const [filled] = parseEventLogs({ abi: spokePoolAbi, eventName: 'FilledRelay', logs });
    expect(filled).toMatchObject({
      address: BRIDGES.base.spokePool.toLowerCase(),
      args: {
        originChainId: 42_161n,
        depositId: relay.depositId,
        depositor: word(PAYER),
        recipient: word(BRIDGES.base.receiver),
        relayer: word(unrelated.address),
        messageHash: keccak256(relay.message),
        relayExecutionInfo: {
          updatedRecipient: word(BRIDGES.base.receiver),
          updatedMessageHash: keccak256(relay.message),
          updatedOutputAmount: 100_600000n,
          fillType: 0,
        },
      },
    });
    const relayHash = keccak256(encodeAbiParameters(relayParameters, [relay, 8_453n]));
    const address = bridgeAddress(world.destination, 'spokePool');
    const read = { address, abi: spokePoolAbi, functionName: 'fillStatuses' } as const;
    const { client } = world.destination;
    expect(await client.readContract({ ...read, args: [relayHash] })).toBe(2n);
    await expect(world.fill(relay)).rejects.toThrow(/0x8f260c60/);
  });

  it('whose call reverts gives the tokens to the fallback', async () => {
    const call = { ...CALL, fromAmount: 100_600001n };
    const { relay } = await world.deposit({ across: { message: messageOf([call]) } });
    const hash = await world.fill(relay);
    expect(await changed()).toMatchObject({ returned: 100_600000n });
    const logs = await logsOf(world.destination, hash);
    expect(parseEventLogs({ abi: receiverAbi, logs })).toMatchObject([
      {
        eventName: 'LiFiTransferRecovered',
        address: BRIDGES.base.receiver.toLowerCase(),
        args: { asset: OUTPUT_USDC, receiver: PAYER, amount: 100_600000n },
      },
    ]);
  });

  it('without a message pays the recipient', async () => {
    const { relay } = await world.deposit({
      bridge: { hasDestinationCall: false, receiver: hex(PAYEE) },
      across: { message: '0x', receiverAddress: word(PAYEE) },
    });
    await world.fill(relay);
    expect(await changed()).toMatchObject({ paid: 100_600000n });
  });

  it('is refused to others while a relayer has the exclusive right', async () => {
    const exclusive = { exclusiveRelayer: word(PAYEE), exclusivityParameter: 300 };
    const { relay } = await world.deposit({ across: exclusive });
    expect(relay.exclusivityDeadline).toBeGreaterThan((await timeOf(world.source)) - 60 + 300);
    await expect(world.fill(relay)).rejects.toThrow(/0xc3a9b9d0/);
  });

  it('is refused after the deadline, and the deposit is refunded once, by the operator', async () => {
    const { relay } = await world.deposit();
    await expect(world.refund(relay)).rejects.toThrow('not expired');
    await passTime(world.source, 601);
    await passTime(world.destination, 601);
    await expect(world.fill(relay)).rejects.toThrow(/0xd642b7d9/);
    await expect(world.refund(relay, unrelated)).rejects.toThrow('not the operator');
    const hash = await world.refund(relay);
    expect(await changed()).toEqual({});
    const logs = await logsOf(world.source, hash);
    const [refunded] = parseEventLogs({
      abi: spokePoolAbi,
      eventName: 'ExecutedRelayerRefundRoot',
      logs,
    });
    expect(refunded?.args).toMatchObject({
      chainId: 42_161n,
      refundAmounts: [101_000000n],
      l2TokenAddress: SOURCE_USDT,
      refundAddresses: [PAYER],
    });
    await expect(world.refund(relay)).rejects.toThrow('refunded');
  });
});

describe('the receiver', () => {
  it('takes messages of the spoke pool only', async () => {
    const { destination } = world;
    const args = [OUTPUT_USDC, 1n, PAYER, messageOf([CALL])] as const;
    const data = encodeFunctionData({
      abi: receiverAbi,
      functionName: 'handleV3AcrossMessage',
      args,
    });
    const call = { to: bridgeAddress(destination, 'receiver'), data, valueUnits: 0n };
    await expect(sendCall(destination.node, unrelated, call)).rejects.toThrow('UnAuthorized');
  });
});
