import { isDeepStrictEqual } from 'node:util';
import { CONTRACTS } from '#catalog/contracts.ts';
import { encodePayment } from '#chains/evm/encode.ts';
import { elapsedMs } from '#kit/clock.ts';
import { paymentReference } from '../src/modules/requests/model/payment-reference.ts';
import { openPeer, type PeerPayment } from './encode-with-peer.ts';
import { compare, PASSES, type Question, ratioOf, type Sample } from './harness.ts';

/** Different payments, so that nobody can remember an answer. */
const PAYMENTS = 2_000;
/** Florin goes through them so often in a pass, because once would be too short to time. */
const ROUNDS = 50;

/** Question 6 for a single payment; batches of 100 join when Florin makes them. */
export const calldata: Question = {
  name: 'calldata',
  asks: 'How fast is the calldata of a payment made, against the encoder of @requestnetwork/payment-processor?',
  run: async (report) => {
    const payments = Array.from({ length: PAYMENTS }, (_, i) => paymentNumber(i));
    // Florin computes a reference once, when the link is created.
    const stored = payments.map((payment) => ({
      ...payment,
      kind: 'token' as const,
      paymentReference: paymentReference(payment),
      amountUnits: BigInt(payment.amountUnits),
      feeUnits: BigInt(payment.feeUnits),
    }));
    const proxy = CONTRACTS.sepolia.erc20FeeProxy;
    const encodeAll = () => stored.map((payment) => encodePayment(proxy, payment).data);
    await using peer = await openPeer();
    const { encoded } = await peer.encode(payments);
    if (!isDeepStrictEqual(encoded, encodeAll())) throw new Error('The two encode other bytes.');
    report(`the bytes of all ${PAYMENTS} payments are equal`);

    const measureFlorin = async (): Promise<Sample> => {
      const start = elapsedMs();
      for (let round = 0; round < ROUNDS; round += 1) encodeAll();
      return { microsecondsEach: ((elapsedMs() - start) * 1000) / (PAYMENTS * ROUNDS) };
    };
    const measurePeer = async (): Promise<Sample> => {
      const { microseconds } = await peer.encode(payments);
      return { microsecondsEach: microseconds / PAYMENTS };
    };
    const samples = await compare(
      [
        { name: 'florin', measure: measureFlorin },
        { name: 'peer', measure: measurePeer },
      ],
      report,
    );
    const faster = { name: 'times as fast', of: 'peer', to: 'florin', number: 'microsecondsEach' };
    return {
      sizes: { passes: PASSES, payments: PAYMENTS, rounds: ROUNDS },
      samples,
      ratios: [ratioOf(samples, { ...faster, wanted: 'at least', bar: 7 })],
    };
  },
};

function paymentNumber(i: number): PeerPayment {
  const digits = (length: number) => (i + 1).toString(16).padStart(length, '0');
  return {
    requestId: `01${digits(64)}`,
    salt: digits(16),
    network: 'sepolia',
    tokenAddress: '0x370DE27fdb7D1Ff1e1BaA7D11c5820a324Cf623C',
    payeeAddress: `0x${'1'.repeat(36)}${digits(4)}`,
    amountUnits: String(12_500_000 + i),
    feeUnits: String(i),
    feeAddress: '0x000000000000000000000000000000000000dEaD',
  };
}
