import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import { findClientIdPlan, settleLinkAccess } from '#modules/compliance/index.ts';
import { checkCreator } from '#modules/requests/index.ts';
import { checkHasList } from '#modules/screening/index.ts';
import { createLink } from './create-link.ts';
import type { LinkCreated } from './draft-link.ts';
import type { CreateSecurePaymentInput } from './model/creation-body.ts';
import { checkPairs } from './model/creation-rules.ts';
import { readItems } from './read-items.ts';

/**
 * Creates an incoming link: a single payment for one item, a batch for several.
 *
 * Refuses (400) what breaks a rule of the specification, what is not built yet, and networks that
 * this installation is not connected to; (403) another destination than the one that is bound to
 * the client ID or that a public one may pay, a fee, access policy or foreign page by a public one in
 * production, and a client ID that only its partner may use. Then nothing was written.
 */
export async function createSecurePayment(
  ctx: Context,
  input: CreateSecurePaymentInput,
): Promise<LinkCreated> {
  checkCreator(ctx, input);
  checkPairs(input);
  const items = await readItems(ctx, input);
  const inherited = items.map((item) => item.inherited);
  const [first] = items;
  invariant(first !== undefined, 'the body has at least one item');
  const { network } = first.terms.chain;
  checkHasList(ctx, { network, field: first.inherited.field });
  const clientIdPlan = await findClientIdPlan(ctx);
  const access = settleLinkAccess(ctx, input.accessPolicy, { inherited, clientIdPlan, network });
  return await createLink(ctx, { flow: 'incoming', items, access, texts: input });
}
