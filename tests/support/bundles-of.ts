import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { keccak256, toHex } from 'viem';
import { z } from 'zod';
import { elapsedMs } from '#kit/clock.ts';
import { TEST_ACCOUNTS } from '../../src/sandbox/test-accounts.ts';
import { type Said, sendToHost } from './send-to-host.ts';
import type { ReachedWorld } from './world.ts';

const Created = z.looseObject({ token: z.string(), requestIds: z.array(z.string()) });
const Bundle = z.looseObject({ token: z.string() });

/** A payout link of a world, and whom it pays. */
export interface PayoutLink {
  readonly token: string;
  readonly requestId: string;
  readonly payee: `0x${string}`;
  /** A human decimal. */
  readonly amount: string;
}

/** A payer's view of a bundle, with the members that tests use. */
export const BundleView = z.looseObject({
  status: z.string(),
  canExecute: z.boolean(),
  children: z.array(
    z.looseObject({
      executable: z.boolean(),
      blockReason: z.string().nullable(),
      context: z.looseObject({ hasBeenPaid: z.boolean() }),
    }),
  ),
});

/** What a payer of a bundle signs, with the members that tests use. */
export const BundleCalldata = z.looseObject({
  transactions: z.array(z.object({ to: z.string(), data: z.string(), value: z.string() })),
  childTokens: z.array(z.string()),
  amounts: z.array(z.string()),
  metadata: z.looseObject({
    paymentTransactionIndex: z.number(),
    batchPayments: z.array(
      z.object({ transactionIndex: z.number(), childPositions: z.array(z.number()) }),
    ),
    executableLegCount: z.number(),
    childCount: z.number(),
  }),
});

/** So many calls are made at a time, as a careful integrator would. */
const CALLS_MAX = 8;

/** How long a bundle of any size may take to get somewhere. */
const PATIENCE_MS = 180_000;

let payees = 0;

/** The calls that make bundles in a world. */
export type BundlesOf = ReturnType<typeof bundlesOf>;

/** Makes bundles in a world by calls like anybody's, and follows them. */
export function bundlesOf(world: Pick<ReachedWorld, 'sandbox' | 'apiUrl' | 'read'>) {
  const headers = { 'x-api-key': world.sandbox.apiKey };
  const send = (path: string, body: unknown): Promise<Said> =>
    sendToHost(`${world.apiUrl}/v2/secure-payments/${path}`, { headers, body });

  async function payout(more: Readonly<Record<string, string>> = {}): Promise<PayoutLink> {
    payees += 1;
    const payee: `0x${string}` = `0x${keccak256(toHex(`payee ${randomUUID()}`)).slice(-40)}`;
    const amount = `0.${1_000 + payees}`.replace(/0+$/, '');
    const said = await send('payouts', {
      recipient: payee,
      creatorWalletAddress: TEST_ACCOUNTS.payer.address,
      network: 'sepolia',
      currency: 'USDC-sepolia',
      amount,
      ...more,
    });
    const { token, requestIds } = Created.parse(said.body);
    return { token, payee, amount: more['amount'] ?? amount, requestId: requestIds[0] ?? '' };
  }

  return {
    send,
    payout,
    /** So many payout links, each to somebody who was never paid. */
    payouts: async (count: number): Promise<readonly PayoutLink[]> => {
      const links: PayoutLink[] = [];
      while (links.length < count) {
        const some = Math.min(CALLS_MAX, count - links.length);
        links.push(...(await Promise.all(Array.from({ length: some }, () => payout()))));
      }
      return links;
    },
    /** A bundle of these links, made for a kind where one is named; returns its token. */
    bundle: async (
      links: readonly PayoutLink[],
      requestedExecutionKind?: 'evm_cross_chain',
    ): Promise<string> => {
      const said = await send('multicall-payouts', {
        childTokens: links.map(({ token }) => token),
        ...(requestedExecutionKind && { requestedExecutionKind }),
      });
      return Bundle.parse(said.body).token;
    },
    /** What the payer's page reads, once it is as it should be. */
    awaitView: async (
      token: string,
      fits: (answer: { readonly status: number; readonly body: unknown }) => boolean,
    ) => {
      for (const end = elapsedMs() + PATIENCE_MS; elapsedMs() < end; await wait(200)) {
        const answer = await world.read(token);
        if (fits(answer)) return answer;
      }
      throw new Error(
        `the bundle did not get there: ${JSON.stringify(await world.read(token)).slice(0, 2_000)}`,
      );
    },
  };
}
