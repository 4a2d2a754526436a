import { describe, expect, it } from 'vitest';
import type { Answer } from '../api/answer.ts';
import { TRUSTED_CONTRACTS } from '../wallet/trusted-contracts.generated.ts';
import { fetchPrepared } from './fetch-prepared.ts';
import { readLink } from './link.ts';
import { shownNow } from './preparing.ts';
import { approval, batchCall, DETAILS, THIEF } from './sample-forms.ts';
import { PAYEE, PAYER } from './sample-states.ts';

const { batch } = TRUSTED_CONTRACTS['sepolia'] ?? {};
const reference = (position: number) => `0x000000000000000${position}` as const;

/** A bundle of two, as it is shown while these of its children are due. */
function shown(due: readonly number[]): Answer {
  const children = [0, 1].map((position) => ({
    position,
    payee: PAYEE,
    amount: '5',
    blockReason: due.includes(position) ? null : 'already_paid',
    context: { network: 'sepolia', currency: 'USDC-sepolia' },
    feePlan: null,
  }));
  return { status: 200, body: { paymentType: 'multicall', children } };
}

/** The calldata that pays them. */
function calldata(due: readonly number[], recipient: typeof PAYEE | typeof THIEF = PAYEE): Answer {
  const token = due.map((position) => ({
    ...DETAILS.token,
    recipient,
    amount: 5_000_000n,
    paymentReference: reference(position),
  }));
  return {
    status: 200,
    body: {
      transactions: [
        approval(batch, 5_000_000n * BigInt(due.length)),
        batchCall({ conversion: [], native: [], value: 0n, token }),
      ],
      children: due.map((position) => ({ position, paymentReference: reference(position) })),
      metadata: { batchPayments: [{ transactionIndex: 1, childPositions: due }] },
    },
  };
}

/** Asks an API that answers one after the other, the last for ever. */
async function send(views: readonly Answer[], calls: readonly Answer[]) {
  const asked = { view: 0, calldata: 0 };
  const next = (answers: readonly Answer[], at: number): Answer => {
    const answer = answers[Math.min(at, answers.length - 1)];
    if (answer === undefined) throw new Error('an answer is missing');
    return answer;
  };
  const api = {
    view: async () => next(views, asked.view++),
    calldata: async () => next(calls, asked.calldata++),
    reportProgress: () => undefined,
  };
  const link = readLink(shown([0, 1]).body);
  if (typeof link === 'string') throw new Error(link);
  const prepared = await fetchPrepared({ api }, { link, payer: { address: PAYER } });
  const { view, answer, check } = prepared;
  return { asked, plan: check(shownNow(link, view), answer.body, { atomic: true }) };
}

describe('what is shown and what is to be signed', () => {
  it('is asked once where both say the same', async () => {
    const { asked, plan } = await send([shown([0, 1])], [calldata([0, 1])]);
    expect(plan).toMatchObject({ steps: [{ kind: 'approve' }, { positions: [0, 1] }] });
    expect(asked).toEqual({ view: 1, calldata: 1 });
  });

  it.each([
    [
      'shown before it and asked to be signed after it',
      [shown([0, 1]), shown([1])],
      [calldata([1])],
    ],
    [
      'asked to be signed before it and shown after it',
      [shown([1])],
      [calldata([0, 1]), calldata([1])],
    ],
  ])('is asked again where a payment was settled between the two: %s', async (_, views, calls) => {
    const { asked, plan } = await send(views, calls);
    expect(plan).toMatchObject({ steps: [{ kind: 'approve' }, { positions: [1] }] });
    expect(asked).toEqual({ view: 2, calldata: 2 });
  });

  it('is never taken from an API that keeps asking for something else than it shows', async () => {
    const { asked, plan } = await send([shown([0, 1])], [calldata([0, 1], THIEF)]);
    expect(plan).toBe('payee');
    expect(asked.calldata).toBe(4);
  });
});
