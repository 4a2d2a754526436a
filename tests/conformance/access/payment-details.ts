import { findApiKeyActor } from '#modules/clients/index.ts';
import type { AccessRow } from '../../support/access-fixtures.ts';
import { type AccessWorld, nobodys, type Party } from '../../support/access-world.ts';
import { insertPayer, US_DETAILS } from '../../support/payment-details-host.ts';

/** What is done to the bank accounts of one payer. */
const toOnePayer = (body?: unknown): AccessRow => {
  const call = async (world: AccessWorld, of: Party | undefined) => ({
    params: { clientUserId: of ? await payerOf(world, of) : nobodys() },
    ...(body === undefined ? {} : { body }),
  });
  return { own: (world) => call(world, world.own), positions: [{ what: 'a payer', call }] };
};

/** A payer that a party has named; each name is used once. */
async function payerOf({ ctx }: AccessWorld, { credentials }: Party): Promise<string> {
  const actor = await findApiKeyActor(ctx, credentials.api_key['x-api-key'] ?? '');
  if (actor === undefined || !('accountId' in actor)) throw new Error('a party has an API key');
  const clientUserId = `user-${ctx.newId()}`;
  await insertPayer(ctx, actor.accountId, clientUserId);
  return clientUserId;
}

/** The rows of bank accounts. */
export const PAYMENT_DETAILS_ROWS: Readonly<Record<string, AccessRow>> = {
  createPaymentDetails: toOnePayer(US_DETAILS),
  listPaymentDetails: toOnePayer(),
};
