import { createPayout } from '#modules/payouts/create-payout.ts';
import { activateRecurringPayout } from '#modules/recurring-payouts/activate-recurring-payout.ts';
import { viewRecurringPayout } from '#modules/recurring-payouts/view-recurring-payout.ts';
import { fakePermitSignature } from '../../chains/fake/schedules.ts';
import type { SentVersion } from '../../chains/fake/sending.ts';
import { CONFIRMATIONS, WALLETS } from '../networks.ts';
import { NO_PLANT } from '../plants.ts';
import { steppedWatcher } from '../watcher.ts';
import { steppedWorker } from '../workers.ts';
import { openWorld, type SimWorld, type WorldPool } from '../world.ts';
import { restorePayers, sendAs } from './payers.ts';
import { findPayouts, type KnownPayout } from './payouts.ts';
import { OTHER_RELAYER, RECURRING_NETWORK, RECURRING_PAYERS } from './setting.ts';

/** One recurring payout that its payer signed, in a world in which nothing fails by itself. */
export interface OnePayout {
  readonly world: SimWorld;
  /** Lets time pass; blocks are made, seen and settled, and what is due is sent. */
  round(ms?: number): Promise<void>;
  /** The payout as its shop sees it. */
  view(): ReturnType<typeof viewRecurringPayout>;
  find(): Promise<KnownPayout>;
  /** What the installation sent, in its order. */
  sent(): readonly (SentVersion & { readonly index: number })[];
  /** Another relayer takes an instalment with a reference of its own. */
  takeElsewhere(index: number): Promise<void>;
}

const MINUTE_MS = 60_000;
const BLOCKS_BEFORE = 6;
/** What is sent is settled and ended before the next one is looked at. */
const ROUND_SWEEPS = ['settle transfers', 'follow relayed transactions', 'run recurring payouts'];

/** Opens it, daily, with its first payment due. */
export async function openOnePayout(pool: WorldPool, totalPayments: number): Promise<OnePayout> {
  const networks = [RECURRING_NETWORK] as const;
  const parts = { pool, seed: 'one payout', paysSelves: false, plant: NO_PLANT, recurs: true };
  const world = await openWorld({ ...parts, networks });
  const chain = world.chains[RECURRING_NETWORK];
  chain.sending.choose = (versions) => versions.at(-1);
  const process = world.start('worker');
  const worker = steppedWorker(world, process);
  const watcher = steppedWatcher(world, world.start('watcher'), RECURRING_NETWORK);
  const [accountId = ''] = world.accounts;
  const ctx = { ...process.ctx, actor: { kind: 'api_key', accountId, apiKeyId: 'key' } } as const;
  await createPayout(ctx, {
    payee: WALLETS.payee,
    amount: '10',
    invoiceCurrency: 'USDC-sepolia',
    paymentCurrency: 'USDC-sepolia',
    recurrence: {
      startDate: world.clock().toISOString(),
      frequency: 'DAILY',
      totalPayments,
      payer: RECURRING_PAYERS[0],
    },
  });
  const find = async () => {
    const [payout] = await findPayouts(world);
    if (payout === undefined) throw new Error('it was created');
    return payout;
  };
  const mine = () => {
    world.clock.advance(1_000);
    return chain.mine(world.mempool[RECURRING_NETWORK].splice(0));
  };
  restorePayers(world);
  for (let block = 0; block < BLOCKS_BEFORE; block += 1) mine();
  const { id, payer, digest } = await find();
  world.recurring?.signed.add(digest);
  const permitSignature = fakePermitSignature(payer, digest);
  await activateRecurringPayout(ctx, { id, permitSignature });
  return {
    world,
    find,
    view: () => viewRecurringPayout(ctx, { id }),
    round: async (ms = MINUTE_MS) => {
      world.clock.advance(ms);
      for (let block = 0; block < CONFIRMATIONS[RECURRING_NETWORK]; block += 1) mine();
      for (let poll = 0; poll < 2; poll += 1) await watcher.step();
      for (const name of ROUND_SWEEPS) await worker.round(name);
    },
    sent: () =>
      [...chain.sending.signed.values()].flatMap((one) => {
        const index = chain.scheduling?.triggerOf(one.call)?.index;
        return index === undefined ? [] : { ...one, index };
      }),
    takeElsewhere: async (index) => {
      const { permit, signature = '0x' } = await find();
      const instalment = {
        permit,
        signature,
        index,
        paymentReference: '0xffeeddccbbaa9988',
      } as const;
      const call = chain.schedules?.trigger(instalment);
      if (call !== undefined) sendAs(world, OTHER_RELAYER, call);
    },
  };
}
