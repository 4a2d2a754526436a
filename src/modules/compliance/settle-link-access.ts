import type { Context } from '#context.ts';
import { checkPlan } from '#modules/screening/index.ts';
import {
  type AccessSources,
  type LinkAccess,
  type PaymentAccessPolicy,
  settleAccess,
} from './model/access-policy.ts';

/** The access of a new link. Refuses (400) as `settleAccess` does, and who is to judge wallets and cannot. */
export function settleLinkAccess(
  ctx: Pick<Context, 'screeners'>,
  input: PaymentAccessPolicy | undefined,
  sources: AccessSources,
): LinkAccess {
  const { screeningField: field, ...access } = settleAccess(input, sources);
  const { network } = sources;
  if (access.screening !== null) checkPlan(ctx, access.screening, { network, field });
  return access;
}
