import { z } from 'zod';
import { bytesOf, type Hex } from '#kit/hex.ts';
import { broadcastTransaction } from '#modules/checkout/broadcast-transaction.ts';
import { paySecurePayment } from '#modules/checkout/pay-secure-payment.ts';
import { viewSecurePayment } from '#modules/checkout/view-secure-payment.ts';
import type { Process, SimWorld } from '../world.ts';
import { RELAY_WALLETS, type RelayWallet, signBytes } from './wallets.ts';

/** Somebody who pays links of Tron by `/pay` and the relay, one call at a time. */
export interface SteppedPayer {
  /** Throws what the call throws. */
  step(): Promise<void>;
}

/** What payers do, and how often. */
const CALLS = { prepare: 6, send: 9, view: 2 } as const;
/** They pay one of so many of the newest links and bundles, and send one of so many of what they signed last. */
const NEWEST_LINKS = 5;
const NEWEST_SIGNED = 8;
/** How often what pays a link with its fees at once is signed, where there is such. */
const ATOMIC_SHARE = 0.5;

const Prepared = z.looseObject({
  transactions: z.array(z.looseObject({ raw_data_hex: z.string() })),
  atomicTransactions: z.array(z.looseObject({ raw_data_hex: z.string() })).optional(),
});

/** A payer at a process; what is signed stays in the payer's hands while processes die. */
export function steppedPayer(world: SimWorld, process: Process): SteppedPayer {
  const { dice } = world;
  const { ctx, within } = process;
  return {
    step: async () => {
      const call = dice.weighted(CALLS);
      const signed = call === 'send' ? await pickSigned(world) : undefined;
      if (signed !== undefined) {
        const { token, transaction } = signed;
        await within(broadcastTransaction(ctx, { token, signed: transaction }));
        return;
      }
      const token = await pickToken(world);
      if (token === undefined) return;
      if (call === 'view') {
        await within(viewSecurePayment(ctx, { token, query: {} }));
        return;
      }
      const wallet = dice.pick(RELAY_WALLETS);
      const query = { wallet: wallet.address };
      const prepared = Prepared.parse(await within(paySecurePayment(ctx, { token, query })));
      await sign(world, { token, wallet, prepared });
    },
  };
}

interface Signing {
  readonly token: string;
  readonly wallet: RelayWallet;
  readonly prepared: z.infer<typeof Prepared>;
}

async function sign(world: SimWorld, { token, wallet, prepared }: Signing): Promise<void> {
  const { transactions, atomicTransactions } = prepared;
  const isAtomic = atomicTransactions !== undefined && world.dice.isHit(ATOMIC_SHARE);
  for (const { raw_data_hex } of isAtomic ? atomicTransactions : transactions) {
    world.inHand.push({ token, transaction: await signBytes(raw_data_hex, wallet) });
    world.note('signed');
  }
}

/** One of those that were signed last, unless somebody is sending the same at this moment. */
async function pickSigned(world: SimWorld): Promise<SimWorld['inHand'][number] | undefined> {
  const newest = world.inHand.slice(-NEWEST_SIGNED);
  if (newest.length === 0) return undefined;
  const signed = world.dice.pick(newest);
  const hash: Hex = `0x${signed.transaction.txID ?? ''}`;
  const sending = await world.db
    .selectFrom('forwarded_transaction')
    .select('token')
    .where('transaction_hash', '=', bytesOf(hash))
    .where('answered_at', 'is', null)
    .where('leased_until', '>', world.clock())
    .executeTakeFirst();
  return sending === undefined ? signed : undefined;
}

async function pickToken({ db, dice }: SimWorld): Promise<string | undefined> {
  const links = await db
    .selectFrom('secure_payment')
    .select('token')
    .orderBy('token', 'desc')
    .limit(NEWEST_LINKS)
    .execute();
  const bundles = await db
    .selectFrom('multicall_payout')
    .select('token')
    .orderBy('token', 'desc')
    .limit(2)
    .execute();
  const all = [...links, ...bundles];
  return all.length === 0 ? undefined : dice.pick(all).token;
}
