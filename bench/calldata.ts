import { isDeepStrictEqual } from 'node:util';
import { pino } from 'pino';
import { CONTRACTS } from '#catalog/contracts.ts';
import { currencyByToken } from '#catalog/currencies.ts';
import { NETWORKS } from '#catalog/networks.ts';
import type { Chain, TokenPayment } from '#chains/chain.ts';
import { encodePayment } from '#chains/evm/encode.ts';
import { encodeBatch } from '#chains/evm/encode-batch.ts';
import { evmChain } from '#chains/evm/evm-chain.ts';
import { elapsedMs } from '#kit/clock.ts';
import { batchCalldata, type PaymentOrder } from '#modules/calldata/index.ts';
import { paymentReference } from '../src/modules/requests/model/payment-reference.ts';
import { openPeer, type PeerPayment } from './encode-with-peer.ts';
import { compare, medianOf, PASSES, type Question, ratioOf, type Sample } from './harness.ts';

/** Different payments, so that no answer can be cached. */
const PAYMENTS = 2_000;
/** Payments of one batch. */
const BATCH_SIZE = 100;
/** Orders of the largest bundle that there is. */
const BUNDLE_ORDERS = 1_000;
/** Florin goes through them so often in a pass, because once would be too short to time. */
const ROUNDS = 50;
const BUNDLE_ROUNDS = 10;

/** Two tokens, because a batch of several is written alike by both. */
const TOKENS = [
  '0x370DE27fdb7D1Ff1e1BaA7D11c5820a324Cf623C',
  '0xF046b3CA5ae2879c6bAcC4D42fAF363eE8379F78',
];
const NOBODY = '0x000000000000000000000000000000000000dEaD';

/** Question 6: single payments, batches of 100, and a bundle of 1,000 as a whole. */
export const calldata: Question = {
  name: 'calldata',
  purpose:
    'How fast is the calldata of payments and batches made, against the encoders of @requestnetwork/payment-processor?',
  run: async (report) => {
    const payments = Array.from({ length: PAYMENTS }, (_, i) => paymentNumber(i));
    const batches = Array.from({ length: PAYMENTS / BATCH_SIZE }, (_, i) =>
      payments.slice(i * BATCH_SIZE, (i + 1) * BATCH_SIZE),
    );
    // Florin computes a reference once, when the link is created.
    const stored = payments.map(storedAs);
    const storedBatches = batches.map((batch) => batch.map(storedAs));
    const encodeAll = () => stored.map((one) => encodePayment(PROXY, one).data);
    const encodeBatches = () => storedBatches.map((all) => encodeBatch(BATCH, all, NOBODY).data);
    await using peer = await openPeer();
    for (const [theirs, ours] of [
      [await peer.encode({ payments }), encodeAll()],
      [await peer.encode({ batches }), encodeBatches()],
    ] as const) {
      if (!isDeepStrictEqual(theirs.encoded, ours)) throw new Error('The two encode other bytes.');
    }
    report(`the bytes of all ${PAYMENTS} payments are equal, by themselves and in batches`);

    const orders = bundleOrders(stored);
    const measureFlorin = async (): Promise<Sample> => ({
      microsecondsEach: timed(ROUNDS, encodeAll) / PAYMENTS,
      microsecondsPerBatch: timed(ROUNDS, encodeBatches) / batches.length,
      bundleMs: await bundleMs(orders),
    });
    const measurePeer = async (): Promise<Sample> => ({
      microsecondsEach: (await peer.encode({ payments })).microseconds / PAYMENTS,
      microsecondsPerBatch: (await peer.encode({ batches })).microseconds / batches.length,
    });
    const contestants = [
      { name: 'florin', measure: measureFlorin },
      { name: 'peer', measure: measurePeer },
    ];
    const samples = await compare(contestants, report);
    const faster = { of: 'peer', to: 'florin', wanted: 'at least', bar: 7 } as const;
    return {
      sizes: { passes: PASSES, payments: PAYMENTS, rounds: ROUNDS, batch: BATCH_SIZE },
      samples,
      ratios: [
        ratioOf(samples, { ...faster, name: 'times as fast', number: 'microsecondsEach' }),
        ratioOf(samples, {
          ...faster,
          name: 'times as fast in a batch',
          number: 'microsecondsPerBatch',
        }),
        medianOf(samples, {
          name: 'ms of a bundle of 1,000',
          of: 'florin',
          number: 'bundleMs',
          wanted: 'at most',
          bar: 30,
        }),
      ],
    };
  },
};

const PROXY = CONTRACTS.sepolia.erc20FeeProxy;
const BATCH = CONTRACTS.sepolia.batchPayments ?? '';

/** Microseconds of one round. */
function timed(rounds: number, work: () => unknown): number {
  const start = elapsedMs();
  for (let round = 0; round < rounds; round += 1) work();
  return ((elapsedMs() - start) * 1_000) / rounds;
}

function storedAs(payment: PeerPayment): TokenPayment {
  return {
    ...payment,
    kind: 'token',
    paymentReference: paymentReference(payment),
    amountUnits: BigInt(payment.amountUnits),
    feeUnits: BigInt(payment.feeUnits),
  };
}

/** The largest bundle, on a chain that is not read. */
function bundleOrders(payments: readonly TokenPayment[]): PaymentOrder[] {
  const connected = evmChain({
    network: NETWORKS.sepolia,
    rpcUrls: [],
    pollMs: undefined,
    log: pino({ level: 'silent' }),
  });
  const chain: Chain = { ...connected, readBatchFeeBps: async () => 0n };
  return payments.slice(0, BUNDLE_ORDERS).map((payment) => {
    const currency = currencyByToken('sepolia', payment.tokenAddress);
    if (currency === undefined) throw new Error('the bench names listed tokens');
    const { payeeAddress, paymentReference: reference, amountUnits, feeUnits } = payment;
    const due = { amountUnits, feeUnits };
    return { chain, kind: 'token', currency, payeeAddress, paymentReference: reference, due };
  });
}

async function bundleMs(orders: readonly PaymentOrder[]): Promise<number> {
  const start = elapsedMs();
  for (let round = 0; round < BUNDLE_ROUNDS; round += 1) await batchCalldata(orders);
  return (elapsedMs() - start) / BUNDLE_ROUNDS;
}

function paymentNumber(i: number): PeerPayment {
  const digits = (length: number) => (i + 1).toString(16).padStart(length, '0');
  return {
    requestId: `01${digits(64)}`,
    salt: digits(16),
    network: 'sepolia',
    tokenAddress: TOKENS[i % TOKENS.length] ?? NOBODY,
    payeeAddress: `0x${'1'.repeat(36)}${digits(4)}`,
    amountUnits: String(12_500_000 + i),
    feeUnits: String(i),
    feeAddress: NOBODY,
  };
}
