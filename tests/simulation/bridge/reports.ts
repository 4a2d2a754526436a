import { NETWORKS } from '#catalog/networks.ts';
import { type Hex, hexOf } from '#kit/hex.ts';
import { recordPaymentIntent } from '#modules/checkout/record-payment-intent.ts';
import type { Context } from '../../../src/context.ts';
import type { Simulated } from '../networks.ts';
import type { SimWorld } from '../world.ts';
import { otherEnd } from './bridging.ts';

/** What is reported of a link, and how often. */
const REPORTS = {
  truly: 40,
  of_another_link: 5,
  of_the_wrong_network: 4,
  of_nothing: 4,
  of_any_transaction: 6,
} as const;

/** The newest are reported most, as their pages are open. */
const RECENT = 6;

/** A page, or somebody else, reports a transaction of a link through an operation. Throws what the operation throws. */
export async function reportRandomly(world: SimWorld, ctx: Context): Promise<void> {
  const { dice, bridging } = world;
  const sent = [...(bridging?.sent.values() ?? [])].slice(dice.isHit(0.8) ? -RECENT : 0);
  if (sent.length === 0) return;
  const route = dice.pick(sent);
  const kind = dice.weighted(REPORTS);
  const links = await linksOf(world);
  const own = links.find(({ requestId }) => requestId === route.requestId);
  const link = kind === 'of_another_link' && links.length > 0 ? dice.pick(links) : own;
  if (link === undefined) return;
  let network: Simulated = route.network;
  let hash: Hex = route.hash;
  if (kind === 'of_the_wrong_network') network = otherEnd(network);
  if (kind === 'of_nothing') hash = hexOf(dice.bytes(32));
  if (kind === 'of_any_transaction') {
    network = dice.pick(world.networks);
    hash = dice.pick([...world.signed.keys()]);
  }
  world.note(`report ${kind}`);
  await recordPaymentIntent(ctx, {
    token: link.token,
    report: {
      of: 'link',
      sourceChain: NETWORKS[network].sourceChain ?? '',
      reported: { kind: 'transaction', hash },
      safeDeadlineSeconds: undefined,
      payerAddress: undefined,
      sourceNetwork: undefined,
      details: { token: 'USDC' },
    },
  });
}

interface KnownLink {
  readonly token: string;
  readonly requestId: string;
}

async function linksOf({ db }: SimWorld): Promise<KnownLink[]> {
  const rows = await db
    .selectFrom('secure_payment_request')
    .select(['secure_payment_token', 'request_id'])
    .orderBy('request_id')
    .execute();
  return rows.map((row) => ({ token: row.secure_payment_token, requestId: row.request_id }));
}
