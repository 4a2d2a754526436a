import { type Currency, currencyById } from '#catalog/currencies.ts';
import type { Call } from '#chains/chain.ts';
import { invariant } from '#kit/failure.ts';
import type { Hex } from '#kit/hex.ts';
import { activateRecurringPayout } from '#modules/recurring-payouts/activate-recurring-payout.ts';
import { signRecurringPayoutPage } from '#modules/recurring-payouts/sign-recurring-payout-page.ts';
import type { Context } from '../../../src/context.ts';
import { nameOf } from '../../chains/fake/calls.ts';
import { digest, type FakeTransaction } from '../../chains/fake/ledger.ts';
import { fakePermitSignature } from '../../chains/fake/schedules.ts';
import { WALLETS } from '../networks.ts';
import type { SimWorld } from '../world.ts';
import { findPayouts, type KnownPayout } from './payouts.ts';
import { type Recurring, recurringTokens } from './recurring.ts';
import {
  OPERATOR,
  OTHER_RELAYER,
  RECURRING_CURRENCIES,
  RECURRING_NETWORK,
  RECURRING_PAYERS,
  RICH,
} from './setting.ts';

/** How often somebody else signs. */
const FORGED_SHARE = 0.12;
/** How often who takes an instalment for us keeps our reference. */
const COPIED_SHARE = 0.3;

/** A payer signs the permit of a pending payout, or somebody else does. Throws what the operation throws. */
export async function sign(world: SimWorld, ctx: Context, recurring: Recurring): Promise<void> {
  const { dice } = world;
  const pending = (await findPayouts(world)).filter(({ status }) => status === 'pending');
  if (pending.length === 0) return;
  const payout = dice.pick(pending);
  const isForged = dice.isHit(FORGED_SHARE);
  const by = isForged ? WALLETS.unrelated : payout.payer;
  if (!isForged) recurring.signed.add(payout.digest);
  world.note(isForged ? 'somebody else signed' : 'a payer signed');
  const permitSignature = fakePermitSignature(by, payout.digest);
  if (dice.isHit(0.5)) {
    await signRecurringPayoutPage(ctx, { token: payout.pageToken, permitSignature });
    return;
  }
  const actor = { kind: 'api_key', accountId: payout.accountId, apiKeyId: 'key' } as const;
  await activateRecurringPayout({ ...ctx, actor }, { id: payout.id, permitSignature });
}

/** A payer sends a call. */
export function sendAs(world: SimWorld, payer: string, call: Pick<Call, 'to' | 'data'>): void {
  const chain = world.chains[RECURRING_NETWORK];
  enqueue(world, chain.transaction(payer, { ...call, valueUnits: 0n }, world.nonce()));
}

/** A payer lets the contract take much, as much as a few payments need, or nothing. */
export async function allow(world: SimWorld): Promise<string> {
  const { dice } = world;
  const payer = dice.pick(RECURRING_PAYERS);
  const currency = currencyNamed(dice.pick(RECURRING_CURRENCIES));
  const own = (await findPayouts(world)).filter((one) => one.payer === payer);
  const few = own.length === 0 ? 0n : dice.pick(own).totalUnits * BigInt(1 + dice.below(2));
  const units = dice.pick([RICH, RICH, few, 0n]);
  approve(world, { payer, currency, units });
  return `${payer.slice(2, 6)} allows ${units}`;
}

interface Approval {
  readonly payer: string;
  readonly currency: Currency;
  readonly units: bigint;
}

function approve(world: SimWorld, { payer, currency, units }: Approval): void {
  const { schedules } = world.chains[RECURRING_NETWORK];
  invariant(schedules !== undefined, 'the network takes instalments');
  sendAs(world, payer, schedules.approvalCall(schedules.proxyAddress, currency, units));
}

/** A payer spends all that it has of a token, or the key all its coins; or it comes back. */
export function moveFunds(world: SimWorld): string {
  const { dice } = world;
  const owner = dice.pick([...RECURRING_PAYERS, OPERATOR]);
  const isAway = dice.isHit(0.4);
  const name = (wallet: string) =>
    owner === OPERATOR
      ? nameOf.coins(wallet)
      : nameOf.balance(dice.pick(recurringTokens()), wallet);
  moveAll(world, name(owner), isAway ? 0n : RICH);
  world.note(isAway ? `funds of ${owner.slice(2, 4)} spent` : 'funds back');
  return `${owner.slice(2, 4)} ${isAway}`;
}

/** Sets an amount of the ledger by a transaction, so that a reorg takes it back. */
function moveAll(world: SimWorld, name: string, units: bigint): void {
  const content = `${name} becomes ${units} ${world.nonce()}`;
  enqueue(world, {
    hash: digest(content),
    content,
    run: (balances) => {
      balances.write(name, units);
      return [];
    },
  });
}

function enqueue(world: SimWorld, made: FakeTransaction): void {
  world.signed.set(made.hash, made);
  world.mempool[RECURRING_NETWORK].push(made);
}

/** Another relayer takes an instalment whose signature is public, with a reference of its own or with ours. */
export async function takeElsewhere(world: SimWorld): Promise<string> {
  const { dice, clock } = world;
  const payouts = (await findPayouts(world)).filter((one) => one.signature !== undefined);
  if (payouts.length === 0) return 'nothing to take';
  const payout = dice.pick(payouts);
  const passed = clock().getTime() - payout.firstDueAt.getTime();
  const due = Math.min(payout.totalPayments, Math.floor(passed / DAY_MS) + 1);
  if (due < 1) return 'nothing due';
  // One before the newest, so that it is seldom ours that is next.
  const index = 1 + dice.below(due);
  const paymentReference = await referenceFor(world, payout, index);
  const { schedules } = world.chains[RECURRING_NETWORK];
  const { permit, signature } = payout;
  invariant(schedules !== undefined && signature !== undefined, 'it is signed');
  const call = schedules.trigger({ permit, signature, index, paymentReference });
  sendAs(world, OTHER_RELAYER, call);
  world.note('somebody else sent an instalment');
  return `${payout.id} ${index}`;
}

async function referenceFor(world: SimWorld, { id }: KnownPayout, index: number): Promise<Hex> {
  const own: Hex = `0x${world.dice.bytes(8).toString('hex')}`;
  if (!world.dice.isHit(COPIED_SHARE)) return own;
  const row = await world.db
    .selectFrom('recurring_instalment as one')
    .innerJoin('request', 'request.id', 'one.request_id')
    .select('request.payment_reference')
    .where('one.recurring_payout_id', '=', id)
    .where('one.instalment_index', '=', index)
    .executeTakeFirst();
  return row === undefined ? own : `0x${row.payment_reference.slice(2)}`;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Every payer has all that it needs and allows it. */
export function restorePayers(world: SimWorld): void {
  moveAll(world, nameOf.coins(OPERATOR), RICH);
  for (const payer of RECURRING_PAYERS) {
    for (const id of new Set(RECURRING_CURRENCIES)) {
      const currency = currencyNamed(id);
      moveAll(world, nameOf.balance(currency.address, payer), RICH);
      approve(world, { payer, currency, units: RICH });
    }
  }
}

function currencyNamed(id: string): Currency {
  const currency = currencyById(id);
  invariant(currency !== undefined, 'these currencies are listed');
  return currency;
}
