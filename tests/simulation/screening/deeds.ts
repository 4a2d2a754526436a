import { releasePayment } from '#modules/settlement/index.ts';
import type { Context } from '../../../src/context.ts';
import type { SimWorld } from '../world.ts';

/** An account lets a payment in that was refused or waits, or something becomes of those who are asked; returns what. */
export async function actOnScreening(
  world: SimWorld,
  callAs: (call: (ctx: Context) => Promise<unknown>) => Promise<string>,
): Promise<string> {
  const { dice, screening } = world;
  if (screening === undefined) return 'nobody is asked';
  if (dice.isHit(0.5)) {
    const what = screening.trouble(dice);
    world.note(what);
    return what;
  }
  const rows = await world.db
    .selectFrom('payer_check')
    .select(['chain_transfer_id', 'account_id', 'reason_code'])
    .where('status', 'in', ['undecided', 'refused'])
    .orderBy('chain_transfer_id')
    .execute();
  const held = rows.length === 0 ? undefined : dice.pick(rows);
  if (held === undefined) return 'nothing is held';
  const { chain_transfer_id: id, account_id: accountId } = held;
  const said = await callAs((ctx) =>
    releasePayment(ctx, { id, accountId, reason: 'The account says so' }),
  );
  world.note(`release of ${held.reason_code ?? 'what nobody has asked about'}`);
  return `release ${said}`;
}
