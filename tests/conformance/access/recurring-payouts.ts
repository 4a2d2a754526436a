import { type AccessRow, byId, idInPath, unrelated } from '../../support/access-fixtures.ts';
import { type AccessWorld, type Call, type Party, textAt } from '../../support/access-world.ts';
import { payoutBody } from '../../support/recurring-world.ts';
import { PERMIT_SIGNED } from '../../support/still-schedules.ts';

type Headers = Readonly<Record<string, string>>;

const SIGNED = { permitSignature: PERMIT_SIGNED };
const CANCEL = { action: 'cancel' };

/** A new recurring payout that its payer has not signed, as these headers create it. */
async function created(world: AccessWorld, headers: Headers) {
  const payer = unrelated();
  const body = payoutBody({}, { payer: payer.address });
  const made = await world.done('createPayout', { body }, headers);
  return { payer, id: textAt(made, 'id'), token: textAt(made, 'pageToken') };
}

/** The id of one that belongs to the account and the client ID of these headers. */
export async function recurringId(world: AccessWorld, headers: Headers): Promise<string> {
  const { origin: _, ...sent } = headers;
  // A public client ID in production creates none: a key of its account creates it for that client ID.
  return (await created(world, { ...world.own.credentials.api_key, ...sent })).id;
}

const idOf = async (world: AccessWorld, { credentials }: Party) =>
  (await created(world, credentials.api_key)).id;

/** What is done to one recurring payout. */
const toOneRecurringPayout = (body?: unknown): AccessRow => ({
  own: async (world) => byId(await idOf(world, world.own), body),
  positions: [idInPath('a recurring payout', idOf, body)],
});

/** What is done from the page of one recurring payout, by whoever has its token. */
const fromPage = (body?: unknown): AccessRow => ({
  own: async (world) => {
    const { token } = await created(world, world.own.credentials.api_key);
    return { params: { token }, ...(body === undefined ? {} : { body }) };
  },
  // The token is the right to read, and the payer's signature that to begin; whose account it is does not matter.
  positions: [],
});

/** The payer stops it from its page. */
async function stopped(world: AccessWorld): Promise<Call> {
  const { id, token, payer } = await created(world, world.own.credentials.api_key);
  const message = `Stop the recurring payout ${id}. No further payment of it is to be made.`;
  const signature = await payer.signMessage({ message });
  return { params: { token }, body: { ...CANCEL, signature } };
}

/** Recurring payouts and their pages. */
export const RECURRING_PAYOUTS_ROWS: Readonly<Record<string, AccessRow>> = {
  activateRecurringPayout: toOneRecurringPayout(SIGNED),
  viewRecurringPayout: toOneRecurringPayout(),
  updateRecurringPayout: toOneRecurringPayout(CANCEL),
  viewRecurringPayoutPage: fromPage(),
  signRecurringPayoutPage: fromPage(SIGNED),
  stopRecurringPayoutPage: { own: stopped, positions: [] },
};
