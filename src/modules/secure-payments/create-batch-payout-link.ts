import { isNetworkId, NETWORKS, type Network } from '#catalog/networks.ts';
import { accountOf, type Context, isRestrictedCaller } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { invariant, refuseField } from '#kit/failure.ts';
import { next } from '#kit/machine.ts';
import { checkOneNetwork, countBatches } from '#modules/calldata/index.ts';
import { recordEvents } from '#modules/events/index.ts';
import { checkCreator, findDueFees, orderOfRequest } from '#modules/requests/index.ts';
import { transact } from '#platform/db/transact.ts';
import { draftLink, type LinkCreated, linkCreated } from './draft-link.ts';
import type { CreateBatchPayoutLinkInput } from './model/batch-payout-body.ts';
import { checkPairs } from './model/creation-rules.ts';
import { planOfLink } from './model/link-plan.ts';
import { checkMergeable, type Merger, ownerOf } from './model/merge-rules.ts';
import type { SecurePayment } from './model/secure-payment.ts';
import { securePaymentMachine } from './model/status.ts';
import { findByTokens } from './store/links.ts';
import { lockForMerge, type ReplacedLink, replaceLinks } from './store/merge.ts';
import { insertSecurePayment, type NewSecurePayment } from './store/new-links.ts';

/**
 * Puts single payouts together under one new link, which is paid by one transaction. Their requests
 * pass to it with all that is ever paid for them, and their own links are withdrawn: all of it in one
 * transaction, or nothing.
 *
 * Refuses (400) tokens that cannot be put together, naming each, and more than one transaction can
 * pay; (403) a client ID that only its partner may use, and a foreign page that a public one names.
 */
export async function createBatchPayoutLink(
  ctx: Context,
  input: CreateBatchPayoutLinkInput,
): Promise<LinkCreated> {
  checkPairs(input);
  checkCreator(ctx, input);
  const { tokens } = input;
  const requestRowIds = (await findOwn(ctx, tokens)).flatMap(({ requests }) =>
    requests.map(({ id }) => id),
  );
  return await transact(ctx, async (ctx) => {
    const replaced = await lockForMerge(ctx, { requestRowIds, tokens });
    const links = await findOwn(ctx, tokens);
    await checkSize(ctx, links);
    const link = linkOf(ctx, input, { links, replaced });
    await insertSecurePayment(ctx, { link, requests: [] });
    await withdraw(ctx, links, link);
    const requests = links.flatMap((one) => one.requests);
    const requestIds = requests.map(({ requestId }) => requestId);
    return linkCreated(ctx, link.token, { requestIds, feePlan: planOfLink(requests) });
  });
}

/** The links of the call, which may be put together as far as can be seen now. */
async function findOwn(ctx: Context, tokens: readonly string[]): Promise<readonly SecurePayment[]> {
  const found = await findByTokens(ctx, tokens);
  const named = tokens.map((token) => [token, found.get(token)] as const);
  checkMergeable(named, { merger: mergerOf(ctx), now: ctx.now() });
  const links = named.flatMap(([, link]) => link ?? []);
  checkOneNetwork(links.flatMap(networksOf), 'tokens');
  return links;
}

function networksOf({ requests }: SecurePayment): readonly Network[] {
  return requests.flatMap(({ network }) => (isNetworkId(network) ? NETWORKS[network] : []));
}

function mergerOf(ctx: Context): Merger {
  const { actor } = ctx;
  return {
    accountId: accountOf(ctx),
    clientIdId: 'clientIdId' in actor ? actor.clientIdId : null,
    orchestratorId: actor.kind === 'orchestrator_pair' ? actor.orchestratorId : null,
    ownOnly: isRestrictedCaller(ctx),
  };
}

/** Refuses what no one transaction can pay with its fees. */
async function checkSize(ctx: Context, links: readonly SecurePayment[]): Promise<void> {
  const requests = links.flatMap((link) => link.requests);
  const ids = requests.map(({ id }) => id);
  const fees = await findDueFees(ctx, ids);
  const orders = requests.map((one) =>
    orderOfRequest(ctx, one, { dueFees: fees.get(one.id) ?? [] }),
  );
  if (countBatches(orders) === 1) return;
  const message = `tokens: one transaction cannot pay ${orders.length} payments of this kind; name fewer`;
  throw refuseField('tokens', message, 'batch_too_large');
}

/** The new link, which hides what any of the others hides. */
function linkOf(
  ctx: Context,
  input: CreateBatchPayoutLinkInput,
  { links, replaced }: { links: readonly SecurePayment[]; replaced: readonly ReplacedLink[] },
): NewSecurePayment['link'] {
  const owner = ownerOf(links, mergerOf(ctx));
  const link = draftLink(ctx, {
    paymentType: 'batch',
    flow: 'outgoing',
    access: {
      restrictsPayers: false,
      hidesUntilApproved: links.some(({ access }) => access.hidesUntilApproved),
      hidesPayee: links.some(({ access }) => access.hidesPayee),
      screening: null,
    },
    feePlans: links.flatMap(({ requests }) => requests.map(({ feePlan }) => feePlan)),
    creatorWalletAddress: shared(replaced.map((one) => one.creatorWalletAddress)),
    texts: input,
  });
  return {
    ...link,
    client_id_id: owner.clientIdId,
    orchestrator_id: owner.orchestratorId,
    origin: link.origin ?? shared(replaced.map(({ origin }) => origin)),
  };
}

/** What all say alike; null where they differ. */
function shared(values: readonly (string | null)[]): string | null {
  const [first = null] = values;
  return values.every((value) => value === first) ? first : null;
}

/** Withdraws the links that were replaced, and reports each. */
async function withdraw(
  ctx: Context,
  links: readonly SecurePayment[],
  link: NewSecurePayment['link'],
): Promise<void> {
  const to = next(securePaymentMachine, 'pending', 'withdrawn');
  invariant(to !== undefined, 'a pending link can be withdrawn');
  const moved = await replaceLinks(ctx, {
    tokens: links.map(({ token }) => token),
    by: link.token,
    from: 'pending',
    to,
    requests: links.flatMap(({ requests }) => requests),
  });
  invariant(moved === links.length, 'no other transaction moves locked links');
  await recordEvents(
    ctx,
    links.map(({ token, accountId, clientIdId, orchestratorId }) => ({
      accountId,
      securePaymentToken: token,
      clientIdId,
      orchestratorId,
      origin: link.origin ?? null,
      payload: {
        event: 'link.invalidated',
        securePaymentToken: token,
        paymentToken: token,
        reason: 'replaced',
        replacedBy: link.token,
        timestamp: isoTime(ctx.now()),
      },
    })),
  );
}
